import pg from 'pg';

const CONNECT_TIMEOUT_MS = 3_000;
/** The server notices within half a minute that a host is unreachable. */
const KEEPALIVE = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** What is done with the notifications of other instances, by channel. */
export type NotificationHandlers = Readonly<Record<string, (payload: string) => void>>;

/**
 * Opens a connection of its own, which listens to the channels. It has no query timeout: when Postgres hangs it hangs for everybody,
 * and nothing is gained by giving up.
 * @param onEnd called once when the connection is closed, for whatever reason
 */
export async function openLeaseConnection(
  url: string,
  handlers: NotificationHandlers,
  onEnd: () => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'belfry-leases',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: KEEPALIVE,
  });
  client.on('error', () => undefined);
  client.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''));
  await client.connect();
  client.on('end', onEnd);
  for (const channel of Object.keys(handlers)) await client.query(`listen ${channel}`);
  return client;
}
