/** Where a proxy takes connections, and as whom. */
export interface Listener {
  /** Address to bind, such as "127.0.0.1". */
  readonly host: string;
  readonly port: number;
  /** Paths of certificate and key, PEM. */
  readonly cert: string;
  readonly key: string;
}
