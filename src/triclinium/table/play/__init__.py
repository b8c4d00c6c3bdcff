"""One table, without transport or store: actions become rows, and rows become messages.

Each module here folds the rows of its own matter (`folding.folds`). Whoever imports one of them has them all, so that
any row can be read.
"""

from triclinium.table.play import dispatch as dispatch
from triclinium.table.play import passages as passages
