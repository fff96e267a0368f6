"""The rules of record: values in, values out; no input or output, clock, chance or logging."""
