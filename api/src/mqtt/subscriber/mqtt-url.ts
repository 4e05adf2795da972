const DEFAULT_PORT = 1883;
const DEFAULT_TLS_PORT = 8883;

/** Host, port and TLS of an `mqtt://` or `mqtts://` URL; the `tcp://` and `ssl://` of other brokers are synonyms. */
export function addressOf(url: string): { host: string; port: number; tls: boolean } {
  const { protocol, hostname, port } = new URL(url);
  const tls = protocol === 'mqtts:' || protocol === 'ssl:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port ? Number(port) : tls ? DEFAULT_TLS_PORT : DEFAULT_PORT, tls };
}
