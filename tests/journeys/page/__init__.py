"""The tasks of somebody who meets the page for the first time."""
