import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import type { Listener } from '@holbench/variants/listener';
import {
  CLIENT_HEADER,
  CLIENT_PROTOCOL_HEADER,
  type VariantProxy,
} from '@holbench/variants/registry';

/** A part of a configuration, for JSON. */
type JsonObject = Readonly<Record<string, unknown>>;

/** What clients may take. */
interface ProxyLimits {
  /** Connections by TCP at once. */
  readonly maxConnections: number;
  /** Time for all of one request, in ms. */
  readonly requestMs: number;
  /** Requests at once over HTTP/2 and HTTP/3. */
  readonly proxyRequests: number;
  /** Time for what waits for a connection to become less than half of `BUFFER_BYTES`, in ms. */
  readonly proxyStallMs: number;
  /** False: an Envoy before 1.38, which limits it for streams alone, and not for connections. */
  readonly ofConnections?: boolean;
  /** False: with Envoy's own buffers and windows. */
  readonly isAdvised: boolean;
}

const API = 'type.googleapis.com/envoy';
const KiB = 1024;

/**
 * The limits of "Configuring Envoy as an edge proxy" in its documentation. Its defaults are for meshes:
 * each connection buffers 1 MiB and each stream 16 MiB, which a small message would wait behind.
 */
const BUFFER_BYTES = 32 * KiB;
const BUFFERS = { per_connection_buffer_limit_bytes: BUFFER_BYTES } as const;
const STREAM_WINDOW_BYTES = 64 * KiB;
const CONNECTION_WINDOW_BYTES = 1024 * KiB;
const MAX_STREAMS = 100;
const MOST_HEAP_BYTES = 160 * 1024 * KiB;
/** The part of it from which on streams and connections end that stand still, and for how long they may; also those of clients that read slowly. */
const SHORT_OF_HEAP = 0.6;
const STANDSTILL = '5s';
/** As good as no limit, for only a finite time can be reduced. */
const A_DAY = '86400s';
/** Time for a handshake, and for a head: as Caddy's. */
const HEAD_TIME = '10s';

const WINDOWS = {
  max_concurrent_streams: MAX_STREAMS,
  initial_stream_window_size: STREAM_WINDOW_BYTES,
  initial_connection_window_size: CONNECTION_WINDOW_BYTES,
} as const;

/** Those of a WebSocket and of events, which may have nothing to send. */
const QUIET_PATHS = `${WEBSOCKET_PATH}|/covalues/[^/]+/(events|poll)`;

/** How long a connection to the server is kept unused: as Caddy's. */
const UPSTREAM_IDLE = '300s';

/** The one protocol that a listener speaks. */
const CODECS: Readonly<Record<VariantProxy['protocol'], { codec: string; options: JsonObject }>> = {
  'http/1.1': { codec: 'HTTP1', options: {} },
  h2: { codec: 'HTTP2', options: { http2_protocol_options: WINDOWS } },
  // Its windows are the listener's: QUIC grants them before there is HTTP.
  h3: { codec: 'HTTP3', options: {} },
};

/**
 * Envoy's configuration (JSON, for `--config-yaml`) as a proxy that offers one protocol.
 * @param socket path of the Unix socket of a server of HTTP/1.1 without TLS.
 */
export function envoyBootstrap(
  listener: Listener,
  protocol: VariantProxy['protocol'],
  socket: string,
  limits: ProxyLimits,
): string {
  const isQuic = protocol === 'h3';
  const address = {
    protocol: isQuic ? 'UDP' : 'TCP',
    address: listener.host,
    port_value: listener.port,
  };
  const bootstrap = {
    static_resources: {
      listeners: [
        {
          name: 'lab',
          address: { socket_address: address },
          ...(limits.isAdvised && BUFFERS),
          ...((limits.ofConnections ?? true) && {
            per_connection_buffer_high_watermark_timeout: seconds(limits.proxyStallMs),
          }),
          ...(isQuic && {
            udp_listener_config: {
              quic_options: limits.isAdvised ? { quic_protocol_options: WINDOWS } : {},
              downstream_socket_config: { prefer_gro: true },
            },
          }),
          filter_chains: [
            {
              transport_socket_connect_timeout: HEAD_TIME,
              transport_socket: isQuic ? quicSocket(listener) : tlsSocket(listener, protocol),
              filters: [connectionManager(protocol, limits)],
            },
          ],
        },
      ],
      clusters: [upstream(socket, protocol, limits)],
    },
    overload_manager: overload(limits),
  };
  return JSON.stringify(bootstrap);
}

/** What makes it refuse connections and requests (503), and end what stands still. All are far above what clients of the lab take. */
function overload({ maxConnections }: ProxyLimits): JsonObject {
  const monitors = `${API}.extensions.resource_monitors`;
  const heap = 'envoy.resource_monitors.fixed_heap';
  const triggers = [{ name: heap, threshold: { value: 1 } }];
  return {
    refresh_interval: '0.1s',
    resource_monitors: [
      {
        name: 'envoy.resource_monitors.global_downstream_max_connections',
        typed_config: {
          '@type': `${monitors}.downstream_connections.v3.DownstreamConnectionsConfig`,
          max_active_downstream_connections: maxConnections,
        },
      },
      {
        name: heap,
        typed_config: {
          '@type': `${monitors}.fixed_heap.v3.FixedHeapConfig`,
          max_heap_size_bytes: MOST_HEAP_BYTES,
        },
      },
    ],
    // Answers that clients do not read wait in the buffers of their connections, which no other limit covers.
    actions: [
      {
        name: 'envoy.overload_actions.stop_accepting_requests',
        triggers,
      },
      {
        name: 'envoy.overload_actions.reduce_timeouts',
        triggers: [{ name: heap, threshold: { value: SHORT_OF_HEAP } }],
        typed_config: {
          '@type': `${API}.config.overload.v3.ScaleTimersOverloadActionConfig`,
          timer_scale_factors: [
            'HTTP_DOWNSTREAM_STREAM_IDLE',
            'HTTP_DOWNSTREAM_STREAM_FLUSH',
            'HTTP_DOWNSTREAM_CONNECTION_IDLE',
          ].map((timer) => ({ timer, min_timeout: STANDSTILL })),
        },
      },
    ],
    loadshed_points: [
      {
        name: 'envoy.load_shed_points.http3_server_go_away_and_close_on_dispatch',
        triggers,
      },
    ],
  };
}

function tlsContext({ cert, key }: Listener, alpn: string): JsonObject {
  return {
    common_tls_context: {
      tls_params: { tls_minimum_protocol_version: 'TLSv1_3' },
      alpn_protocols: [alpn],
      tls_certificates: [{ certificate_chain: { filename: cert }, private_key: { filename: key } }],
    },
  };
}

function tlsSocket(listener: Listener, alpn: string): JsonObject {
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': `${API}.extensions.transport_sockets.tls.v3.DownstreamTlsContext`,
      ...tlsContext(listener, alpn),
    },
  };
}

function quicSocket(listener: Listener): JsonObject {
  return {
    name: 'envoy.transport_sockets.quic',
    typed_config: {
      '@type': `${API}.extensions.transport_sockets.quic.v3.QuicDownstreamTransport`,
      downstream_tls_context: tlsContext(listener, 'h3'),
    },
  };
}

/** @param idle time in which nothing of a request or its answer moves on. Nothing limits all of it: a download may take long. */
function routeTo(idle: string): JsonObject {
  return { cluster: 'server', timeout: '0s', idle_timeout: idle };
}

function connectionManager(
  protocol: VariantProxy['protocol'],
  { requestMs, proxyStallMs, isAdvised }: ProxyLimits,
): JsonObject {
  const { codec, options } = CODECS[protocol];
  return {
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: {
      '@type': `${API}.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`,
      stat_prefix: 'lab',
      codec_type: codec,
      ...(isAdvised && options),
      // After Envoy has all of an answer, until its client has it.
      stream_flush_timeout: A_DAY,
      request_headers_timeout: HEAD_TIME,
      // Until a request has come complete, or its answer begins. Bodies have no limit here: the server refuses long
      // ones, and Envoy holds no more of one than its windows.
      request_timeout: seconds(requestMs),
      common_http_protocol_options: { idle_timeout: '300s' },
      // How long a client may take to read the last answer of a connection. With the default, 1 s, clients of the
      // conformance suite that wait for its end time out; with 0.5 s those of the Autobahn testsuite do.
      delayed_close_timeout: '0.25s',
      max_request_headers_kb: 16,
      // Nothing that the other variants do not send.
      generate_request_id: false,
      server_header_transformation: 'PASS_THROUGH',
      skip_xff_append: true,
      upgrade_configs: [{ upgrade_type: 'websocket' }],
      route_config: {
        virtual_hosts: [
          {
            name: 'lab',
            domains: ['*'],
            // Envoy's own, which no other variant's server gets.
            request_headers_to_remove: ['x-forwarded-proto'],
            // The server's evidence of what the client really spoke.
            request_headers_to_add: [
              {
                header: { key: CLIENT_PROTOCOL_HEADER, value: '%PROTOCOL%' },
                append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
              },
              {
                header: { key: CLIENT_HEADER, value: '%DOWNSTREAM_REMOTE_ADDRESS%' },
                append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
              },
            ],
            routes: [
              { match: { safe_regex: { regex: QUIET_PATHS } }, route: routeTo(A_DAY) },
              { match: { prefix: '/' }, route: routeTo(seconds(proxyStallMs)) },
            ],
          },
        ],
      },
      http_filters: [
        {
          name: 'envoy.filters.http.router',
          typed_config: {
            '@type': `${API}.extensions.filters.http.router.v3.Router`,
            suppress_envoy_headers: true,
          },
        },
      ],
    },
  };
}

function upstream(
  socket: string,
  protocol: VariantProxy['protocol'],
  { maxConnections, proxyRequests, isAdvised }: ProxyLimits,
): JsonObject {
  // A connection over HTTP/1.1 has one request.
  const most = protocol === 'http/1.1' ? maxConnections : proxyRequests;
  return {
    name: 'server',
    type: 'STATIC',
    connect_timeout: '5s',
    // Less than the server's own: else a request could meet a connection that ends.
    typed_extension_protocol_options: {
      'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
        '@type': `${API}.extensions.upstreams.http.v3.HttpProtocolOptions`,
        common_http_protocol_options: { idle_timeout: UPSTREAM_IDLE },
        explicit_http_config: { http_protocol_options: {} },
      },
    },
    ...(isAdvised && BUFFERS),
    circuit_breakers: {
      thresholds: [{ max_connections: most, max_pending_requests: most, max_requests: most }],
    },
    load_assignment: {
      cluster_name: 'server',
      endpoints: [{ lb_endpoints: [{ endpoint: { address: { pipe: { path: socket } } } }] }],
    },
  };
}

/** A duration of protobuf, in JSON. */
function seconds(ms: number): string {
  return `${ms / 1_000}s`;
}
