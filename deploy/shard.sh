#!/usr/bin/env bash
# Measures one shard of a run into a folder of its own, $RUNS/shard-1-of-4. Started again, it goes on where it was
# stopped. The shards of a run differ in nothing but JOB_COMPLETION_INDEX, which counts from 0, as Kubernetes does.
#   JOB_COMPLETION_INDEX=0 SHARDS=4 RUNS=/runs deploy/shard.sh --preset standard   (options of pnpm bench)
set -euo pipefail
cd "$(dirname "$0")/.."
: "${JOB_COMPLETION_INDEX:?is the number of this shard, from 0}" "${SHARDS:?is the number of all shards}"

shard=$((JOB_COMPLETION_INDEX + 1))
folder=${RUNS:-reports/runs}/shard-$shard-of-$SHARDS

main() {
  if [[ $(state) == unfinished ]]; then
    bench --resume "$folder" || true
    # Under other conditions (another node, another image) the cells of one run would not compare.
    if [[ $(state) == unfinished ]] && grep -q 'cannot be resumed' "$folder.err"; then set_aside; fi
  fi
  if [[ $(state) == empty ]]; then set_aside; fi
  # Success without a folder: compared cells stay together, so that many shards may leave one without any.
  if [[ $(state) == absent ]] && bench --shard "$shard/$SHARDS" --out "$folder" "$@"; then return; fi
  # Some cells that failed or do not count are results, too: the report shows them.
  [[ $(state) == ended ]]
}

# absent, unfinished, ended, or empty: ended without a cell that counts
state() {
  node --print '
    const { existsSync, readFileSync } = require("node:fs");
    const [folder] = process.argv.slice(1);
    const read = (name) => readFileSync(`${folder}/${name}`, "utf8");
    if (!existsSync(`${folder}/manifest.json`)) "absent";
    else if (JSON.parse(read("manifest.json")).endedAt === null) "unfinished";
    else if (!read("cells.ndjson").includes(`"status":"ok"`)) "empty";
    else "ended";
  ' "$folder"
}

set_aside() { mv "$folder" "${folder%/*}/aside-${folder##*/}-$(date +%s)"; }

# As a child: it is told when the container is to stop, ends what it has started, and is waited for.
bench() {
  local status=0
  node bench/runner/src/main.ts "$@" 2>"$folder.err" &
  # shellcheck disable=SC2064 # this child, not a later one
  trap "kill -TERM $! || true" TERM INT
  wait $! || wait $! || status=$?
  cat "$folder.err" >&2
  return "$status"
}

mkdir -p "$(dirname "$folder")"
main "$@"
