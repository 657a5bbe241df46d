"""Sets of benchmarks for the SMT-LIB library: generated, measured, with established statuses, checked."""
