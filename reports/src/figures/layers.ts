import type { Protocol, Variant, VariantProxy } from '@holbench/variants/registry';

/** Variants that differ in one layer alone; the first is what the others are compared with. */
export interface Family {
  /** What they have in common: `behind Caddy`. */
  readonly title: string;
  readonly variants: readonly [Variant, Variant, ...Variant[]];
}

/** One of the layers between a message and its connection, and the variants that show what it does. */
export interface Layer {
  readonly id: 'protocol' | 'implementation' | 'hop';
  readonly title: string;
  /** What differs between the variants of a family. */
  readonly differs: string;
  readonly families: readonly Family[];
}

const PROXY_NAMES: Readonly<Record<VariantProxy['kind'], string>> = {
  caddy: 'Caddy',
  envoy: 'Envoy',
};

/** HTTP/2 first: it is what most pages use, and what HTTP/3 is compared with. */
const ORDER: readonly Protocol[] = ['h2', 'h3', 'http/1.1', 'websocket'];

const PROTOCOL_NAMES: Readonly<Record<Protocol, string>> = {
  h2: 'HTTP/2',
  h3: 'HTTP/3',
  'http/1.1': 'HTTP/1.1',
  websocket: 'WebSocket',
};

/** The layers of which these variants show something. */
export function layersOf(variants: readonly Variant[]): Layer[] {
  const proxied = variants.filter(({ proxy }) => proxy !== null);
  const layers: Layer[] = [
    {
      id: 'protocol',
      title: 'What the protocol does',
      differs:
        'the protocol, as the same proxy speaks it. The server behind it is the same over HTTP; WebSockets have their own',
      families: families(proxied, ({ proxy }) => `behind ${proxy && PROXY_NAMES[proxy.kind]}`),
    },
    {
      id: 'implementation',
      title: 'What the implementation does',
      differs:
        'the program that speaks the protocol: the server, or the proxy in front of one server',
      families: families(
        variants,
        ({ protocol, proxy }) =>
          `${PROTOCOL_NAMES[protocol]} ${proxy === null ? 'without a proxy' : 'behind a proxy'}`,
      ),
    },
    {
      id: 'hop',
      title: 'What the hop costs',
      differs: 'the proxy in front of one server, which else speaks the protocol itself',
      families: families(
        variants,
        ({ server, protocol }) =>
          `${server.folder}/${server.entry}, over ${PROTOCOL_NAMES[protocol]}`,
      ).filter(({ variants: [first] }) => first.proxy === null),
    },
  ];
  return layers.filter((layer) => layer.families.length > 0);
}

/** Those of two or more variants that have one title. */
function families(variants: readonly Variant[], titleOf: (variant: Variant) => string): Family[] {
  return [...Map.groupBy(variants, titleOf)].flatMap(([title, own]) => {
    const [first, second, ...rest] = own.toSorted(
      (a, b) => ORDER.indexOf(a.protocol) - ORDER.indexOf(b.protocol),
    );
    return first && second ? [{ title, variants: [first, second, ...rest] }] : [];
  });
}
