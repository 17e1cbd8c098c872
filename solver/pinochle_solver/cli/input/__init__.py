"""What commands take: options, settings, files and pipes, positions, records and rulebooks."""
