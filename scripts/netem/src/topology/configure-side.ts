import { readFile } from 'node:fs/promises';
import type { NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import { UserError } from '@holbench/process/user-error';
import type { TcpSettings } from '../backend.ts';
import { netnsPath, WITHOUT_IPV6, writeHosts } from './namespaces.ts';
import { DEVICE, MTU_BYTES, SIDES } from './sides.ts';

/** Key of the effective congestion control, which differs from the namespace's sysctl. */
const CONGESTION_CONTROL = 'route-congctl';
const INITIAL_WINDOW = 'route-initcwnd';

const AVAILABLE_CONGESTION_CONTROL = '/proc/sys/net/ipv4/tcp_available_congestion_control';

/** What `tc` prints where the kernel lacks a queueing discipline. */
const NO_SUCH_QDISC = /qdisc kind is unknown|No such file/;

/** Settings of TCP: those that the lab sets, then those that it only records. */
const SYSCTLS = [
  'net.ipv4.tcp_notsent_lowat',
  'net.ipv4.tcp_no_metrics_save',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
  'net.ipv4.tcp_slow_start_after_idle',
] as const;

/** The device of one side's namespace that leads to the other side. */
export interface SideDevice {
  /** Name of the namespace, which exists. */
  readonly namespace: string;
  /** The device's present name; it becomes `hb0`. */
  readonly device: string;
  /** Receiver of the device's packets: the other side, or the emulator between them. */
  readonly nextHopMac: string;
}

/**
 * Makes a namespace with a device one side of a link. Address, route, neighbour, MTU, segmentation
 * and TCP settings are the same with every backend.
 * @returns the side, and the settings as the kernel reports them back.
 * @throws UserError when the kernel lacks the congestion control, or the queueing discipline.
 */
export async function configureSide(
  role: keyof typeof SIDES,
  device: SideDevice,
  tcp: TcpSettings,
): Promise<{ side: NetworkSide; sysctls: Record<string, string> }> {
  const { address, name } = SIDES[role];
  const peer = SIDES[role === 'client' ? 'server' : 'client'].address;
  writeHosts(device.namespace);
  const script = `
    set -e
    # Only what the experiment sends may cross the link: no IPv6 neighbour discovery, and below a
    # permanent neighbour instead of ARP.
    ${WITHOUT_IPV6}
    # gso_max_segs 1: the kernel gives the device packets of at most one MTU, of TCP as well as of
    # UDP_SEGMENT, as if TSO and GSO were off; veth does no GRO unless asked to. Unlike those
    # switches it needs no ethtool.
    # congctl: the sysctl of a namespace takes only what tcp_allowed_congestion_control has, a list
    # of the machine; a route may name any congestion control, for connections from and to here.
    ip -batch - <<END
link set lo up
link set ${device.device} down
link set ${device.device} name ${DEVICE} mtu ${MTU_BYTES} gso_max_segs 1
address flush dev ${DEVICE}
address add ${address}/32 dev ${DEVICE}
link set ${DEVICE} up
route add ${peer}/32 dev ${DEVICE} src ${address} congctl $1 initcwnd $3
neighbour replace ${peer} lladdr ${device.nextHopMac} nud permanent dev ${DEVICE}
END
    # Here TCP's pacing happens. The emulator's own qdiscs are in its namespace.
    if [ "$4" != none ]; then tc qdisc add dev ${DEVICE} root "$4"; fi
    cd /proc/sys/net/ipv4
    if [ -n "$2" ]; then echo "$2" >tcp_notsent_lowat; fi
    echo 1 >tcp_no_metrics_save
    # What the kernel reports back, not what was asked for.
    route=$(ip route get ${peer})
    echo "${CONGESTION_CONTROL} $(echo "$route" | sed -n 's/.* congctl \\([^ ]*\\).*/\\1/p')"
    echo "${INITIAL_WINDOW} $(echo "$route" | sed -n 's/.* initcwnd \\([0-9]*\\).*/\\1/p')"
    echo "${role}-qdisc $(ip -o link show dev ${DEVICE} | sed -n 's/.* qdisc \\([^ ]*\\).*/\\1/p')"
    for name in ${SYSCTLS.join(' ')}; do
      echo "$name $(cat "\${name##*.}")"
    done`;
  const lowat = tcp.notsentLowatBytes === null ? '' : String(tcp.notsentLowatBytes);
  const qdisc = role === 'server' ? tcp.pacing : 'none';
  const settings = [tcp.congestionControl, lowat, String(tcp.initialWindowSegments), qdisc];
  const args = ['netns', 'exec', device.namespace, 'sh', '-s', '--', ...settings];
  const printed = await runTool('ip', args, { input: script }).catch(async (error: Error) => {
    if (qdisc !== 'none' && NO_SUCH_QDISC.test(error.message)) {
      throw new UserError(
        `this kernel has no sch_${qdisc}, which paces TCP: try modprobe sch_${qdisc}, or leave out --pacing ${qdisc}`,
      );
    }
    if (!/congestion algorithm/i.test(error.message)) throw error;
    const available = await readFile(AVAILABLE_CONGESTION_CONTROL, 'utf8');
    throw new UserError(
      `this kernel has no TCP congestion control "${tcp.congestionControl}"; it has ${available.trim()}`,
    );
  });
  const sysctls: Record<string, string> = {};
  for (const line of printed.trim().split('\n')) {
    const [name = '', ...values] = line.split(/\s+/);
    sysctls[name] = values.join(' ');
  }
  return { side: { name, address, netns: netnsPath(device.namespace) }, sysctls };
}
