import { CLIENT_HEADER, CLIENT_PROTOCOL_HEADER } from '@holbench/variants/registry';
import type { ProxyOptions } from './proxy.ts';

type Configured = Pick<
  ProxyOptions,
  'protocol' | 'certificate' | 'place' | 'port' | 'socket' | 'limits' | 'maxBodyBytes' | 'buffering'
> & {
  /** For its own files. */
  readonly folder: string;
};

/** What a client must speak; nginx's TLS always offers HTTP/1.1, too. */
const SPOKEN: Partial<Record<ProxyOptions['protocol'], string>> = {
  'http/1.1': 'HTTP/1.1',
  h2: 'HTTP/2.0',
};

/**
 * What documents of nginx and of libraries advise where events and uploads are not to wait: nothing is collected before it
 * is sent on. Without it, nginx holds an event back until a buffer of 4 KiB is full, and an upload until it is complete.
 */
const ADVISED = `
      proxy_buffering off;
      proxy_request_buffering off;`;

/** nginx's configuration as a proxy that takes one protocol. One process, as Node has. */
export function nginxConfiguration({
  protocol,
  certificate: { cert, key },
  place,
  port,
  socket,
  limits,
  maxBodyBytes,
  buffering,
  folder,
}: Configured): string {
  const { maxConnections, proxyRequests, requestMs, proxyStallMs } = limits;
  const isHttp2 = protocol === 'h2';
  return `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr warn;
events {
  # Each client's has one to the server beside it.
  worker_connections ${2 * maxConnections};
}
http {
  access_log off;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/answers;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_header_timeout 10s;
  client_body_timeout ${requestMs}ms;
  send_timeout ${proxyStallMs}ms;
  keepalive_timeout 300s;
  reset_timedout_connection on;
  large_client_header_buffers 4 16k;
  client_max_body_size ${maxBodyBytes};
  limit_conn_zone $server_port zone=requests:64k;
  upstream lab {
    server unix:${socket};
    keepalive 1024;
    keepalive_timeout 300s;
  }
  # As nginx's page on WebSockets has it.
  map $http_upgrade $connection_upgrade {
    default upgrade;
    '' '';
  }
  server {
    listen ${place.address}:${port} ssl${isHttp2 ? ' http2' : ''};
    ssl_certificate ${cert};
    ssl_certificate_key ${key};
    ssl_protocols TLSv1.3;
    limit_conn requests ${isHttp2 ? proxyRequests : maxConnections};
    if ($server_protocol != "${SPOKEN[protocol]}") {
      return 444;
    }
    location / {
      proxy_pass http://lab;
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header Host $http_host;
      # The server's evidence of what the client really spoke.
      proxy_set_header ${CLIENT_PROTOCOL_HEADER} $server_protocol;
      proxy_set_header ${CLIENT_HEADER} $remote_addr:$remote_port;
      proxy_connect_timeout 5s;
      # Events and WebSockets may have nothing to send.
      proxy_read_timeout 1d;
      proxy_send_timeout ${proxyStallMs}ms;${buffering === 'advised' ? ADVISED : ''}
    }
  }
}
`;
}
