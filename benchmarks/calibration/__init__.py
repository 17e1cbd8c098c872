"""Whether what the program says of itself comes true: values, errors, chances."""
