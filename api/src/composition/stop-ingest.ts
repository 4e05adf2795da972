import type pg from 'pg';
import type { ShardSessions } from '../mqtt/shards/shard-sessions.ts';
import { waitAtMost } from '../mqtt/wait-at-most.ts';

const DRAIN_MS = 2_000;
const CLOSE_TIMEOUT_MS = 1_000;

type StopIngestParts = {
  sessions: Pick<ShardSessions, 'stopReading' | 'whenIdle' | 'uncommitted' | 'stop'>;
  batches: { drain: () => Promise<unknown>; stop: () => void };
  pool: pg.Pool;
};

/**
 * Stops in the order of the messages: reading, batches, sessions, and at last the connections that wrote.
 * @returns whether everything that was read is committed; without `drain` it is not waited for
 */
export async function stopIngest({ sessions, batches, pool }: StopIngestParts, drain: boolean): Promise<boolean> {
  if (drain) {
    sessions.stopReading();
    await waitAtMost(DRAIN_MS, Promise.all([sessions.whenIdle(), batches.drain()]));
  }
  const committed = sessions.uncommitted === 0;
  batches.stop();
  await sessions.stop();
  await waitAtMost(CLOSE_TIMEOUT_MS, pool.end());
  return committed;
}
