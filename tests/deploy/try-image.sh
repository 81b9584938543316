#!/usr/bin/env bash
# Builds the image by its Containerfile, measures two shards of a smoke run in it with the rights of the pods, and
# reports both. It needs no container engine, no registry of images and no cluster: podman runs in a root file system
# that mmdebstrap makes of Debian's packages, and so is the base image. Debian, root, 15 GB, about an hour on two cores.
#   sudo tests/deploy/try-image.sh FOLDER   (to make; what is in it already is used again)
set -euo pipefail
readonly SUITE=trixie PACKAGES=ca-certificates,crun,netavark,podman
project=$(cd "$(dirname "$0")/../.." && pwd)
[[ $# == 1 ]] || { echo "usage: tests/deploy/try-image.sh FOLDER" >&2 && exit 2; }
mkdir -p "$1/runs"
folder=$(cd "$1" && pwd)

main() {
  command -v mmdebstrap >/dev/null || { echo 'mmdebstrap is missing: apt-get install mmdebstrap' >&2 && exit 1; }
  timed 'root file system of podman' engine_step
  timed 'base image' base_step
  timed image image_step
  timed 'shard 1 of 2' shard_step 0
  timed 'shard 2 of 2' shard_step 1
  timed report in_image pnpm report /runs/shard-1-of-2 /runs/shard-2-of-2 --out /runs/report
}

engine_step() {
  [[ -d $folder/engine ]] && return
  mmdebstrap --quiet --variant=minbase --include="$PACKAGES" "$SUITE" "$folder/engine.new"
  # Those of this shell: root in a container of a virtual machine may not raise them.
  printf '[containers]\ndefault_ulimits = ["nofile=%s:%s", "nproc=%s:%s"]\n' \
    "$(ulimit -n)" "$(ulimit -n)" "$(ulimit -u)" "$(ulimit -u)" >"$folder/engine.new/etc/containers/containers.conf"
  mv "$folder/engine.new" "$folder/engine"
}

# Of the same suite as the Containerfile's; the certificates of this machine's proxy are added, if it has one.
base_step() {
  engine podman image exists localhost/base && return
  local certificates=/usr/local/share/ca-certificates hooks=() changes=()
  if [[ -n ${NODE_EXTRA_CA_CERTS:-} ]]; then
    hooks=("--customize-hook=mkdir -p \"\$1$certificates\"" "--customize-hook=upload $NODE_EXTRA_CA_CERTS $certificates/proxy.crt")
    changes=(--change "ENV NODE_EXTRA_CA_CERTS=$certificates/proxy.crt")
  fi
  mmdebstrap --quiet --variant=minbase "${hooks[@]}" "$SUITE" "$folder/base.tar"
  engine podman import "${changes[@]}" /try/base.tar localhost/base
}

image_step() {
  engine podman build --network host --from localhost/base --file /project/deploy/Containerfile \
    --build-arg COMMIT="$(git -C "$project" rev-parse HEAD)" --tag localhost/holbench /project
}

shard_step() {
  in_image --env JOB_COMPLETION_INDEX="$1" --env SHARDS=2 --env RUNS=/runs -- deploy/shard.sh --preset smoke
}

# in_image [OPTION… --] COMMAND…: in a container that has the rights of the pods.
in_image() {
  local options=() rights
  if [[ $1 == --* ]]; then
    while [[ $1 != -- ]]; do options+=("$1") && shift; done
    shift
  fi
  rights=$(sed -n 's/^ *- \([A-Z_]*\)$/\1/p' "$project/deploy/kubernetes/shards.yaml" | paste -sd ,)
  engine podman run --rm --cgroups disabled --network none --cap-drop ALL --cap-add "$rights" \
    --volume /try/runs:/runs "${options[@]}" localhost/holbench "$@"
}

# engine COMMAND…: in the root file system of podman. A root of its own and not chroot, in which nothing may make a user
# namespace, and control groups of version 2 alone.
engine() {
  # shellcheck disable=SC2016 # for the inner shell
  unshare --mount --propagation private bash -euc '
    folder=$1 project=$2 && shift 2
    cd "$folder/engine" && mount --bind . . && cd "$folder/engine" && mkdir -p old project try
    mount --rbind /proc proc && mount --bind /sys sys && mount --rbind /dev dev
    mount -t cgroup2 none sys/fs/cgroup && mount -t tmpfs none run
    mount --bind "$project" project && mount --bind "$folder" try
    cp /etc/resolv.conf /etc/hosts etc/
    pivot_root . old && umount -l old
    exec env -i HOME=/root PATH=/usr/sbin:/usr/bin PODMAN_IGNORE_CGROUPSV1_WARNING=1 nice -n 10 "$@"
  ' bash "$folder" "$project" "$@"
}

# timed NAME COMMAND…
timed() {
  local name=$1 started=$SECONDS
  shift
  "$@"
  echo "== $name: $((SECONDS - started)) s"
}

main
