"""The commands, a module each, loaded when the command is used."""
