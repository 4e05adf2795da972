import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { idsOfNotice, noticeSettled, SETTLED_CHANNEL } from './settled-notices.ts';

/** Postgres refuses longer payloads. */
const PAYLOAD_BYTES_MAX = 7_999;
const IDS_PER_PAYLOAD = 200;
const log = createLogger('silent');

function listeningPool() {
  const payloads: string[] = [];
  const query = (_text: string, [, payload]: [string, string]) => {
    payloads.push(payload);
    return Promise.resolve({ rows: [] });
  };
  return { pool: { query } as unknown as pg.Pool, payloads };
}

describe('notices about settled commands', () => {
  it.each([1, 199, 200, 201, 400, 1_001])(
    'carry all of %i ids, each once, in payloads that Postgres takes',
    async (count) => {
      const { pool, payloads } = listeningPool();
      const ids = Array.from({ length: count }, () => randomUUID());
      await noticeSettled(pool, log, ids);
      expect(payloads.flatMap(idsOfNotice)).toEqual(ids);
      expect(payloads).toHaveLength(Math.ceil(count / IDS_PER_PAYLOAD));
      for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(PAYLOAD_BYTES_MAX);
    },
  );

  it('that fail do not stop the others', async () => {
    const payloads: string[] = [];
    const log = createLogger('silent');
    const debug = vi.spyOn(log, 'debug').mockReturnValue(undefined);
    const query = (_text: string, [, payload]: [string, string]) =>
      payloads.push(payload) === 1 ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [] });
    const ids = Array.from({ length: 250 }, () => randomUUID());
    await noticeSettled({ query } as unknown as pg.Pool, log, ids);
    expect(payloads.flatMap(idsOfNotice)).toEqual(ids);
    expect(debug).toHaveBeenCalledExactlyOnceWith(
      { err: expect.objectContaining({ message: 'away' }) },
      'other instances were not told which commands ended',
    );
  });

  it('of nothing are not sent, and go to the channel that others listen to', async () => {
    const query = vi.fn(() => Promise.resolve({ rows: [] }));
    const pool = { query } as unknown as pg.Pool;
    await noticeSettled(pool, log, []);
    expect(query).not.toHaveBeenCalled();
    await noticeSettled(pool, log, ['a', 'b']);
    expect(query).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('pg_notify'), [SETTLED_CHANNEL, 'a,b']);
  });

  it('that are empty name nothing', () => {
    expect(idsOfNotice('')).toEqual([]);
  });
});
