# Sourced by the commands that need Debian packages: install_packages NAME... installs them if this
# user may (as root, or by sudo without a password). Otherwise it prints how to install them, and
# ends the command.
install_packages() {
  local as_root=()
  if ((EUID != 0)); then
    as_root=(sudo -n)
  fi
  if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
    echo "${0##*/} needs $*, and may not install it. On Debian or Ubuntu, run:" >&2
    echo "  sudo apt-get install $*" >&2
    exit 1
  fi
  echo "Installing $*" >&2
  # A user's PATH may lack the folders of root's commands, which dpkg calls.
  local apt=("${as_root[@]}" env "PATH=$PATH:/usr/sbin:/sbin" DEBIAN_FRONTEND=noninteractive
    apt-get -q -o DPkg::Lock::Timeout=300)
  local install=("${apt[@]}" install -y --no-install-recommends "$@")
  "${install[@]}" || { "${apt[@]}" update && "${install[@]}"; }
}
