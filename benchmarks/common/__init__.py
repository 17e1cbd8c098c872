"""What the commands of several rooms share."""
