"""What commands do with the games for three and four, imported when a line names one of them."""
