import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../log.ts';
import { idsOfNotice, noticeSettled } from './settled-notices.ts';

/** Postgres refuses longer payloads. */
const PAYLOAD_BYTES_MAX = 7_999;
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
      for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(PAYLOAD_BYTES_MAX);
    },
  );

  it('that fail do not stop the others', async () => {
    const payloads: string[] = [];
    const query = (_text: string, [, payload]: [string, string]) =>
      payloads.push(payload) === 1 ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [] });
    const ids = Array.from({ length: 250 }, () => randomUUID());
    await noticeSettled({ query } as unknown as pg.Pool, log, ids);
    expect(payloads.flatMap(idsOfNotice)).toEqual(ids);
  });

  it('that are empty name nothing', () => {
    expect(idsOfNotice('')).toEqual([]);
  });
});
