"""The words of pages, refusals and the command line in a person's language."""
