pytest_plugins = ["tests.published_blocks"]  # here, so that it is loaded whatever part of the tests is run
