#!/bin/sh
# Makes the environment in .venv: environment.sh EXTRAS, for example environment.sh demo,dev
# First it checks what the machine must have, and names the Debian package of what is missing.
set -eu
python=${PYTHON:-python3}
missing=""
need() { missing="$missing
  $1 is missing: install the Debian package $2"; }

if ! command -v "$python" >/dev/null 2>&1; then
  need "$python" python3
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  need "Python 3.11 or newer ($("$python" -V 2>&1) is here; another is chosen with PYTHON=…)" python3
else
  "$python" -c 'import venv, ensurepip' 2>/dev/null || need "Python's venv" python3-venv
  "$python" -c 'import pip' 2>/dev/null || "$python" -c 'import ensurepip' 2>/dev/null || need pip python3-pip
  header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include") + "/Python.h")')
  [ -f "$header" ] || need "Python's headers" python3-dev
fi
command -v g++ >/dev/null 2>&1 || need g++ g++
if [ -n "$missing" ]; then
  printf 'This machine cannot build the environment yet:%s\n' "$missing" >&2
  exit 1
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv
# hnswlib would compile for this machine's processor only; the environment may lie on a file system that others share.
HNSWLIB_NO_NATIVE=1 .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[$1]"
