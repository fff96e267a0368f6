"""What turns the sources of the page into the page, used while Laydown is built."""
