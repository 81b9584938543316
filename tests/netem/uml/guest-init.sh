#!/bin/sh
# First process of a User-Mode Linux guest (run-in-guest.ts boots it): runs the job's command as
# root on top of the host's files, then powers off.
# From the kernel's command line: HOLBENCH_JOB, a folder of the host with `command.sh`; it gets
# `stdout`, `stderr` and `exit-code`. HOLBENCH_LIMIT_SECONDS, after which the command is killed.
#
# The host's files are mounted read-only, with an overlay in memory above them. The guest may write
# anywhere; only files in the job's folder remain.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
root=/run/root

power_off() {
  echo o >/proc/sysrq-trigger
  sleep 10
}
trap power_off EXIT
set -e

mount -t proc proc /proc
modules=/usr/lib/uml/modules/$(uname -r)/kernel
for module in fs/overlayfs/overlay drivers/net/veth net/sched/sch_netem net/sched/sch_hfsc \
  net/sched/sch_codel net/sched/sch_fq; do
  insmod "$modules/$module.ko"
done

mount -t tmpfs tmpfs /run
mkdir /run/changes /run/work $root
mount -t overlay -o lowerdir=/,upperdir=/run/changes,workdir=/run/work overlay $root
# What belongs to a kernel is the guest's own, network namespaces among it.
mount -t proc proc $root/proc
mount -t sysfs sysfs $root/sys
mount -t devtmpfs dev $root/dev
mount -t tmpfs tmpfs $root/run
ln -s /proc/self/fd $root/dev/fd
rm -rf $root/etc/netns
mount -t hostfs -o "$HOLBENCH_JOB" none "$root$HOLBENCH_JOB"
ip link set lo up

job=$root$HOLBENCH_JOB
code=0
chroot $root timeout --signal=KILL "$HOLBENCH_LIMIT_SECONDS" /bin/sh "$HOLBENCH_JOB/command.sh" \
  </dev/null >"$job/stdout" 2>"$job/stderr" || code=$?
echo $code >"$job/exit-code"
