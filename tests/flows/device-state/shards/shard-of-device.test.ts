/** @module-tag full */
import { randomSerial } from '@belfry/schemas/domain/serial';
import { MAX_SHARDS, shardOf } from '@belfry/schemas/mqtt/shards';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';

let store: TestDatabaseAccess;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

it('Postgres computes the same shard of a device as the broker and the api', async () => {
  const serials = [
    '0000-0000-0000-0000',
    '9999-9999-9999-9999',
    ...Array.from({ length: 2_000 }, () => randomSerial()),
  ];
  for (const shards of [1, 2, 8, 13, MAX_SHARDS]) {
    const { rows } = await store.pool.query<{ shard: number }>(
      'select shard_of_device(serial, $2) as shard from unnest($1::text[]) with ordinality as s (serial, n) order by n',
      [serials, shards],
    );
    expect(rows.map(({ shard }) => shard)).toEqual(serials.map((serial) => shardOf(serial, shards)));
  }
});
