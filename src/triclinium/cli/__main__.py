"""`python -m triclinium.cli`, as `triclinium`."""

from triclinium.cli import main

main()
