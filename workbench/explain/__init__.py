"""Why a puzzle has no filling, or several; why a filling is none."""
