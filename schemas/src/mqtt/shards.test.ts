import { describe, expect, it } from 'vitest';
import { formatSerial, randomSerial } from '../domain/serial.ts';
import { ingestClientId, parseShardFilter, shardFilter, shardOf, shardOfTopic } from './shards.ts';
import { topics } from './topics.ts';

const serialOf = (number: number): string => formatSerial(String(number).padStart(16, '0'));

function distribution(serials: readonly string[], shards: number): number[] {
  const counts = Array.from({ length: shards }, () => 0);
  for (const serial of serials) counts[shardOf(serial, shards)]! += 1;
  return counts;
}

describe('the shard of a device', () => {
  it.each([
    ['random', () => randomSerial()],
    ['in sequence', (index: number) => serialOf(4_711_000_000_000 + index)],
    ['multiples of eight', (index: number) => serialOf(index * 8)],
    ['different in the first group only', (index: number) => serialOf(index * 1_000_000_000_000)],
  ])('distributes 8,000 serial numbers evenly: %s', (_, serialAt) => {
    const counts = distribution(
      Array.from({ length: 8_000 }, (_, index) => serialAt(index)),
      8,
    );
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1_200);
  });

  it('is that of all its topics', () => {
    for (let count = 0; count < 100; count++) {
      const serial = randomSerial();
      for (const topic of [topics.metrics(serial), topics.status(serial), topics.player(serial, 'music')])
        expect(shardOfTopic(topic, 7)).toBe(shardOf(serial, 7));
    }
  });

  it('is 0 for topics of no device', () => {
    expect([topics.fleetSummary, 'devices/1234', '', 'users/7/events'].map((topic) => shardOfTopic(topic, 8))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('does not change, because every session and the database rely on it', () => {
    const serials = ['0000-0000-0000-0000', '1234-5678-9012-3456', '9999-9999-9999-9999'];
    expect(serials.map((serial) => shardOf(serial, 64))).toMatchInlineSnapshot(`
      [
        0,
        58,
        62,
      ]
    `);
  });
});

describe('a filter of a shard', () => {
  it('is parsed as it was built', () => {
    const filter = shardFilter(3, 8, 'devices/+/metrics');
    expect(parseShardFilter(filter)).toEqual({ shard: 3, shards: 8, filter: 'devices/+/metrics' });
    expect(parseShardFilter('devices/+/metrics')).toBeNull();
  });

  it.each(['$shard', '$shard/', '$shard/8/8/a', '$shard/0/0/a', '$shard/0/65/a', '$shard/x/8/a', '$shard/1/8/'])(
    'is invalid: %s',
    (filter) => expect(parseShardFilter(filter) ?? null).toBeNull(),
  );
});

it('the session of a single shard keeps the client id that it has without shards', () => {
  expect([ingestClientId(0, 1), ingestClientId(3, 8)]).toEqual(['belfry-ingest', 'belfry-ingest-3-of-8']);
});
