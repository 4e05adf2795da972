import pg from 'pg';
import type { Logger } from '../../log.ts';
import { waitAtMost } from '../wait-at-most.ts';

/** Two numbers that name the lock: "BELF", ingest. */
const LOCK_KEYS = '1111835718, 1';
const RETRY_MS = 2_000;
const FIRST_RETRY_MS = 100;
const VERIFY_TIMEOUT_MS = 3_000;
const CLOSE_TIMEOUT_MS = 500;
/** The server releases the lock of an unreachable host within half a minute. */
const KEEPALIVE = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

export type IngestLockOptions = {
  url: string;
  log: Logger;
  /** This instance ingests from now on; `verify` resolves to whether it still holds the lock. */
  onAcquired: (verify: () => Promise<boolean>) => void;
  /** The connection that held the lock is closed: stop at once, because another instance may acquire it. */
  onLost: () => Promise<void>;
  /** The channel of `listen`, on which other instances notify this one. */
  channel: string;
  onNotification: (payload: string) => void;
};

/**
 * Exactly one instance ingests: the one whose dedicated connection holds the advisory lock. The others try every two
 * seconds. Two that overlap for a moment do no harm, because every statement of the ingest is idempotent and the broker
 * gives the MQTT session to only one of them.
 */
export function startIngestLock(options: IngestLockOptions): { stop(): Promise<void> } {
  const { log, onAcquired, onLost } = options;
  let client: pg.Client | null = null;
  let holding = false;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let waitMs = FIRST_RETRY_MS;

  async function attempt(): Promise<void> {
    timer = null;
    try {
      client ??= await open();
      waitMs = RETRY_MS;
      const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${LOCK_KEYS}) as held`);
      if (rows[0]?.held === true && !stopped) return onLockAcquired(client);
    } catch (error) {
      log.debug({ err: error }, 'no connection for the ingest lock');
      waitMs = Math.min(waitMs * 2, RETRY_MS);
      const failed = client;
      client = null;
      await waitAtMost(CLOSE_TIMEOUT_MS, failed?.end());
    }
    scheduleAttempt();
  }

  function scheduleAttempt(): void {
    if (!stopped && !holding) timer ??= setTimeout(() => void attempt(), waitMs);
  }

  async function open(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString: options.url,
      application_name: 'belfry-ingest-lock',
      keepAlive: true,
      connectionTimeoutMillis: VERIFY_TIMEOUT_MS,
      query_timeout: VERIFY_TIMEOUT_MS,
      options: KEEPALIVE,
    });
    opened.on('error', () => undefined);
    opened.on('end', () => void onConnectionEnd(opened));
    opened.on('notification', ({ payload }) => options.onNotification(payload ?? ''));
    await opened.connect();
    await opened.query(`listen ${options.channel}`);
    return opened;
  }

  function onLockAcquired(held: pg.Client): void {
    holding = true;
    log.info('this instance ingests');
    onAcquired(async () => {
      const alive = await held.query('select 1').then(
        () => true,
        () => false,
      );
      if (alive) return client === held;
      void waitAtMost(CLOSE_TIMEOUT_MS, held.end());
      await onConnectionEnd(held);
      return false;
    });
  }

  async function onConnectionEnd(lost: pg.Client): Promise<void> {
    if (client !== lost) return;
    client = null;
    if (holding) {
      holding = false;
      if (!stopped) log.warn('the ingest lock is lost');
      await onLost();
    }
    waitMs = FIRST_RETRY_MS;
    scheduleAttempt();
  }

  void attempt();
  return {
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      const held = client;
      client = null;
      await waitAtMost(CLOSE_TIMEOUT_MS, held?.end());
    },
  };
}
