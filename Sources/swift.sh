# Sourced, from the root of the tree, by the commands that call Swift.

# Swift's own commands crash if TMPDIR is not ASCII.
if [[ ${TMPDIR-} == *[![:ascii:]]* ]]; then export TMPDIR=/tmp; fi
if [[ ! -d ${TMPDIR:-/tmp} || ! -w ${TMPDIR:-/tmp} ]]; then
  echo "${0##*/}: TMPDIR is ${TMPDIR:-/tmp}, which is not a folder that can be written." >&2
  exit 1
fi

# The compiler's module caches and Python environments contain the path where they were made. A tree
# that was moved or copied cannot use them.
place=$(pwd -P)
built=$(cat .build/place 2>/dev/null || true)
if [[ -n $built && $built != "$place" ]]; then
  echo "This tree was built at $built; clearing what cannot be used here." >&2
  find .build -name ModuleCache -type d -prune -exec rm -rf {} +
  find .build -name pyvenv.cfg -type f -printf '%h\0' | xargs -0 --no-run-if-empty rm -rf
fi
if [[ $built != "$place" ]]; then
  mkdir -p .build
  printf '%s\n' "$place" >.build/place
fi
