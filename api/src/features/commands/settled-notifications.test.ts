import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { parseNotification, notifyInstances, SETTLED_CHANNEL } from './callers.ts';

/** Postgres rejects longer payloads. */
const PAYLOAD_BYTES_MAX = 7_999;
const IDS_PER_PAYLOAD = 200;
const log = createLogger('silent');

type Statement = { values: [channel: string, payload: string] };

function recordingPool() {
  const payloads: string[] = [];
  const query = ({ values: [, payload] }: Statement) => {
    payloads.push(payload);
    return Promise.resolve({ rows: [] });
  };
  return { pool: { query } as unknown as pg.Pool, payloads };
}

describe('notifications of settled commands', () => {
  it.each([1, 199, 200, 201, 400, 1_001])(
    'carry all of %i ids, each once, in payloads that Postgres accepts',
    async (count) => {
      const { pool, payloads } = recordingPool();
      const ids = Array.from({ length: count }, () => randomUUID());
      await notifyInstances(pool, log, ids);
      expect(payloads.flatMap(parseNotification)).toEqual(ids);
      expect(payloads).toHaveLength(Math.ceil(count / IDS_PER_PAYLOAD));
      for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(PAYLOAD_BYTES_MAX);
    },
  );

  it('that fail do not prevent the others', async () => {
    const payloads: string[] = [];
    const log = createLogger('silent');
    const debug = vi.spyOn(log, 'debug').mockReturnValue(undefined);
    const query = ({ values: [, payload] }: Statement) =>
      payloads.push(payload) === 1 ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [] });
    const ids = Array.from({ length: 250 }, () => randomUUID());
    await notifyInstances({ query } as unknown as pg.Pool, log, ids);
    expect(payloads.flatMap(parseNotification)).toEqual(ids);
    expect(debug).toHaveBeenCalledExactlyOnceWith(
      { err: expect.objectContaining({ message: 'away' }) },
      'other instances were not notified of settled commands',
    );
  });

  it('are sent on SETTLED_CHANNEL, and not without ids', async () => {
    const query = vi.fn(() => Promise.resolve({ rows: [] }));
    const pool = { query } as unknown as pg.Pool;
    await notifyInstances(pool, log, []);
    expect(query).not.toHaveBeenCalled();
    await notifyInstances(pool, log, ['a', 'b']);
    expect(query).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ text: expect.stringContaining('pg_notify'), values: [SETTLED_CHANNEL, 'a,b'] }),
    );
  });

  it('with an empty payload have no ids', () => {
    expect(parseNotification('')).toEqual([]);
  });
});
