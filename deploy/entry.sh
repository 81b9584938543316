#!/usr/bin/env bash
# What the image starts: makes emulated networks possible in this container, as far as its rights go, then becomes
# the command. docs/several-machines.md says which rights those are.
set -euo pipefail
cd "$(dirname "$0")/.."

# The lab sets TCP in its own network namespaces, by files that containers show read-only.
[[ -w /proc/sys/net/ipv4/tcp_no_metrics_save ]] || mount -o remount,rw /proc/sys 2>/dev/null || true
# `ip netns exec` mounts /sys anew. In a user namespace the kernel allows that only while another one is to be seen.
mount --bind /sys /mnt 2>/dev/null || true
# A key of this container's own: the image has none.
node bench/harness/src/certificate.ts >/dev/null

exec "$@"
