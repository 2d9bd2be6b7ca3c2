# `make serve` and `make test` do all: each puts what it needs into .venv first.
PYTHON ?= python3
BIN := .venv/bin
export NO_MKDOCS_2_WARNING = 1

.PHONY: serve build test outputs bench clean

serve: .venv/site-ready  ## both languages with live reload; ARGS="-a 127.0.0.1:9000" for another address
	$(BIN)/python -m mkdocs serve $(ARGS)

build: .venv/site-ready  ## the same as static files, in site/
	$(BIN)/python -m mkdocs build $(ARGS)

test: .venv/test-ready  ## everything; ARGS="tests/test_costs.py" for a part
	$(BIN)/python tests/site/browser.py
	$(BIN)/python -m pytest $(ARGS)

outputs: .venv/test-ready  ## run the examples and notebooks, and record what they print
	$(BIN)/python -m ffn_site.outputs

bench: .venv/test-ready  ## how long the layers take, next to their bare matrix products; takes two minutes
	MALLOC_TRIM_THRESHOLD_=4000000000 MALLOC_MMAP_THRESHOLD_=4000000000 $(BIN)/python -m tests.bench

clean:
	rm -rf .venv .cache site build *.egg-info

.venv/site-ready: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what the site needs into .venv (about 0.3 GB) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[site]'
	touch $@

.venv/test-ready: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing the test environment with torch into .venv (1.6 GB, more where pip finds torch with CUDA alone) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	touch $@ .venv/site-ready

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version.split()[0]; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, $(PYTHON) is %s: make PYTHON=/path/to/python3.11" % v)'
	$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }
