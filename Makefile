# make demo       the environment, a workspace on the State of the Union addresses, its index, the app
# make demo OPEN=0   the same, without the app
# make test       the tests, under five minutes      make test-slow   the rest
# make check      ruff, mypy, import-linter and make test
# make bench      against ChromaDB, LangChain and bm25s, under ten minutes
# make bench-large DINGLER=FILE   the same at 200,000 chunks and a million vectors
# make picture    the README's picture, drawn anew

BIN := .venv/bin
SOURCES := pyproject.toml constraints.txt tools/environment.sh

.PHONY: demo test test-slow check lint bench bench-large picture wheel clean

demo: .venv/demo
	$(BIN)/historag demo demo $(if $(filter 0,$(OPEN)),--no-open)

test: .venv/dev
	$(BIN)/python -m pytest -m "not slow" -rs -n 2 --dist loadfile

test-slow: .venv/dev
	$(BIN)/python -m pytest -m slow -rs

check: lint test

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

bench: .venv/dev
	nice -n 5 $(BIN)/python -m benchmarks small

bench-large: .venv/dev
	nice -n 5 $(BIN)/python -m benchmarks large --dingler "$(DINGLER)"

picture: .venv/dev
	$(BIN)/python -m historag_tui.tui.picture docs/app.svg

wheel: .venv/dev
	$(BIN)/python -m build

clean:
	rm -rf .venv build dist *.egg-info

.venv/demo: $(SOURCES)
	tools/environment.sh demo,fast
	touch $@

.venv/dev: $(SOURCES)
	tools/environment.sh demo,e5,fast,tables,parquet,local,dev
	touch $@
	touch .venv/demo
