"""What leaves a command: values as text, JSON or tables, files, progress; and how it is stopped."""
