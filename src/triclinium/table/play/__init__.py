"""One table, without transport or store: actions become rows, and rows become messages."""
