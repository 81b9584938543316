# shellcheck shell=bash
# Sourced by setup.sh: the programs that are built from Rust. That takes minutes, so each is kept in the user's cache
# folder, by a hash of all that it is made of. Another clone of the same user only copies it. The rule for the folder
# is the same on all systems: $XDG_CACHE_HOME or ~/.cache.

# The gateway of WebTransport.
gateway_step() {
  gateway_program
  finds_proxy gateway
}

gateway_program() {
  local sources
  sources=$(gateway_sources)
  kept .tools/holbench-gateway --versions build_gateway "$sources"
}

gateway_sources() { find gateway/Cargo.* gateway/src -type f | LC_ALL=C sort | xargs tail -n +1; }

build_gateway() {
  gateway_cargo build --release --locked &&
    install -m 755 .cache/gateway/release/holbench-gateway .tools/
}

# gateway_cargo COMMAND…: in a build folder that all clones share; `pnpm test` calls it, too. Cargo compares times and
# would take what another clone has built of other sources: their hash, which main.rs reads, makes it build anew.
gateway_cargo() {
  find_rust
  local command=$1 build sources
  shift
  sources=$(gateway_sources | digest sha256 hex)
  build=$rust_cache/build/gateway-$({ rustc -vV && cat gateway/Cargo.lock; } | digest sha256 hex)
  mkdir -p "$build" && touch "$build" || return
  HOLBENCH_SOURCES=$sources CARGO_BUILD_BUILD_DIR=$build CARGO_TARGET_DIR=.cache/gateway \
    cargo "$command" --manifest-path gateway/Cargo.toml "$@"
}

# Only where it would make networks possible.
rattan_step() {
  can_be_root || return 0
  # One that was built before can rewind no trace.
  if [[ -x .tools/bin/rattan ]] && ! .tools/bin/rattan run --help | grep -q -- '--http'; then rattan_program; fi
  can_make tc rattan && return
  can_make none || return 0
  rattan_program
  can_make rattan
}

rattan_program() {
  kept .tools/bin/rattan --version build_rattan "rattan $RATTAN_VERSION $RATTAN_SHA256 $RATTAN_FEATURES"
}

build_rattan() {
  local source
  source=$(rattan_source) || return
  # Without the debug information that its release profile asks for. By force: one from the cache may be there.
  CARGO_PROFILE_RELEASE_DEBUG=0 cargo install --path "$source" --locked --force --features "$RATTAN_FEATURES" --root .tools || return
  rm -r "$source"
}

# rattan_source: unpacks the pinned crate, and prints where.
rattan_source() {
  local crate
  cargo info --registry crates-io "rattan@$RATTAN_VERSION" >&2 || return 1
  crate=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/cache" -name "rattan-$RATTAN_VERSION.crate" | head -n 1)
  has_hash "$crate" sha256 hex "$RATTAN_SHA256" || return 1
  tar -xzf "$crate" -C .cache
  echo ".cache/rattan-$RATTAN_VERSION"
}

# Finds cargo and a linker, and sets rust_cache to a folder that can be written. What is in it may be others': only names
# that are given here are ever removed.
find_rust() {
  [[ -z ${rust_cache:-} ]] || return 0
  if ! has cargo; then echo "cargo is missing" && return 1; fi
  has cc || apt_install gcc libc6-dev
  rust_cache=$HOME/.cache/holbench
  # The rule for the variable: a path that is not absolute is none.
  if [[ ${XDG_CACHE_HOME:-} == /* ]]; then rust_cache=$XDG_CACHE_HOME/holbench; fi
  if ! can_write "$rust_cache"; then
    note "the cache folder $rust_cache cannot be written: programs from Rust are built anew, for this clone alone"
    rust_cache=$PWD/.cache/holbench
    can_write "$rust_cache"
  fi
  # What nobody has used for a month.
  find "$rust_cache/build" "$rust_cache/programs" -mindepth 1 -maxdepth 1 -mtime +30 \
    \( -name 'gateway-*' -o -name 'holbench-gateway-*' -o -name 'rattan-*' -o -name '.??????' \) \
    -exec rm -rf {} + || true
}

can_write() {
  local file
  mkdir -p "$1/build" "$1/programs" && [[ -w $1/build ]] && file=$(mktemp "$1/programs/.XXXXXX") && rm "$file"
}

# kept PROGRAM OPTION BUILD SOURCES: PROGRAM as BUILD makes it of SOURCES (a text). It is built only if the cache has none
# that starts with OPTION. There its name holds the hash of SOURCES and its own SHA-256, so that it can be checked, and
# clones that are set up at once do not disturb each other.
kept() {
  local program=$1 option=$2 build=$3 name=${1##*/} cached file
  find_rust
  cached=$rust_cache/programs/$name-$({ rustc -vV && echo "${RUSTFLAGS:-} $4"; } | digest sha256 hex)
  mkdir -p "${program%/*}"
  for file in "$cached".*; do
    [[ -e $file ]] || continue
    if [[ -f $file ]] && install -m 755 "$file" "$program.new" &&
      is_intact "$program.new" "${file##*.}" "$option"; then
      mv "$program.new" "$program"
      touch "$file"
      return
    fi
    note "the $name that $rust_cache keeps is damaged or does not start: it is built anew"
    rm -rf "$file" "$program.new"
  done
  # Cargo takes what a build folder holds by its times, however damaged it is.
  if ! { "$build" && "$program" "$option"; }; then
    note "with what $rust_cache/build holds $name was not built, or does not start: it is built without"
    rm -rf "$rust_cache"/build/gateway-* .cache/gateway
    "$build"
    "$program" "$option"
  fi
  keep "$program" "$cached" || note "$name cannot be kept in $rust_cache: the next clone builds it anew"
}

# is_intact PROGRAM SHA256 OPTION
is_intact() { [[ $(digest sha256 hex <"$1") == "$2" ]] && "$1" "$3"; }

# keep PROGRAM CACHED: under a name of its own until it is complete.
keep() {
  local file
  file=$(mktemp "$rust_cache/programs/.XXXXXX") || return
  cp "$1" "$file" && chmod 755 "$file" && mv "$file" "$2.$(digest sha256 hex <"$file")" && return
  rm -f "$file"
  return 1
}
