import { API_KEY_RATE } from '@belfry/schemas/http/api-keys/api-keys';
import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createProgramKeys } from './program-keys.ts';

const FOUND = { id: 9, blocked: false, key_id: 3, key_created_at: new Date(0), scopes: ['say'], memberships: [] };

it('lets a key make 60 calls a second, and again in the next one', async () => {
  let now = 10_000;
  const query = vi.fn(() => Promise.resolve({ rows: [FOUND] }));
  const keys = createProgramKeys({ query } as unknown as pg.Pool, () => now);
  for (let call = 0; call < API_KEY_RATE; call += 1)
    expect(await keys.authenticate('bf_key')).toMatchObject({ id: 9, role: 'user', api_key: { id: 3 } });
  await expect(keys.authenticate('bf_key')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  now += 1_000;
  expect(await keys.authenticate('bf_key')).toMatchObject({ id: 9 });
  expect(query).toHaveBeenCalledOnce();
});

it('knows its keys by their prefix', () => {
  const keys = createProgramKeys({} as pg.Pool);
  expect([keys.owns('bf_key'), keys.owns('key')]).toEqual([true, false]);
});
