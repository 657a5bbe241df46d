"""Jobs on scripts of whatever origin: what is wrong with one, how solvers step through it, how two differ."""
