"""One table, free of transport and store: what people do becomes rows, and rows become what they are told."""
