# Sourced by the commands that use another Debian than this machine's: they fetch it from where this
# machine takes its own packages, with apt's own settings.

# debian_mirror: prints the address.
debian_mirror() {
  local found
  found=$(find /etc/apt/sources.list* -name '*.list' -o -name '*.sources' | xargs cat |
    sed -nE 's/^(URIs:|deb( \[.*\])?) *([^ ]*debian\/?)( .*)?$/\3/p' | head -1)
  if [[ -z $found ]]; then
    echo "${0##*/}: no mirror of Debian is among apt's sources, in /etc/apt." >&2
    return 1
  fi
  echo "$found"
}

# debian_validity: prints an option for apt. If this machine's settings accept a mirror that is out
# of date, it is accepted for the other Debian too.
debian_validity() {
  local wanted
  wanted=$(apt-config dump --format '%v' Acquire::Check-Valid-Until)
  echo "Acquire::Check-Valid-Until=${wanted:-true}"
}

# debian_system FOLDER SUITE OPTION...: makes a Debian by mmdebstrap.
debian_system() {
  local folder=$1 suite=$2 mirror
  shift 2
  mirror=$(debian_mirror)
  mmdebstrap "$@" --aptopt="$(debian_validity | sed 's/=\(.*\)/ "\1"/')" "$suite" "$folder.new" "$mirror" \
    >"$folder.log" 2>&1 || {
    tail -5 "$folder.log" >&2
    echo "${0##*/}: mmdebstrap could not make a Debian $suite from $mirror." >&2
    rm -rf "$folder.new"
    return 1
  }
  mv "$folder.new" "$folder"
}

# debian_download SUITE ARCHITECTURE FOLDER PACKAGE...: puts packages, and nothing else, into FOLDER.
# apt checks their signatures. Needs no root.
debian_download() {
  local suite=$1 architecture=$2 folder=$3 mirror state
  shift 3
  mirror=$(debian_mirror)
  mkdir -p "$folder"
  state=$(mktemp -d)
  mkdir -p "$state"/{lists,archives}/partial
  echo "deb $mirror $suite main" >"$state/sources.list"
  local apt=(apt-get -q -o "$(debian_validity)" -o "APT::Architecture=$architecture"
    -o "APT::Architectures=$architecture" -o APT::Sandbox::User=root
    -o "Dir::Etc::SourceList=$state/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State=$state" -o Dir::State::status=/dev/null -o "Dir::Cache=$state")
  (cd "$folder" && "${apt[@]}" update && "${apt[@]}" download "$@") >"$state/log" 2>&1 || {
    tail -5 "$state/log" >&2
    echo "${0##*/}: $* of Debian $suite ($architecture) could not be fetched." >&2
    rm -rf "$state"
    return 1
  }
  rm -rf "$state"
}
