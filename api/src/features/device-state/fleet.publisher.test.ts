import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDb } from '../../db/client.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { createLogger } from '../../log.ts';
import { startFleetPublisher } from './fleet.publisher.ts';
import type { FleetCount } from './presence.sql.ts';

let rows: FleetCount[];
beforeEach(() => {
  rows = [{ status: 'online', mode: 'active', count: 3 }];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp({ repeat = false } = {}) {
  const published: number[] = [];
  const client = { query: () => Promise.resolve({ rows }), release: () => undefined };
  const context = {
    db: createDb({ connect: () => Promise.resolve(client) } as unknown as pg.Pool),
    broker: {
      connected: true,
      publish: (_topic: string, text: string) => {
        published.push((JSON.parse(text) as { by_status: { online: number } }).by_status.online);
        return Promise.resolve();
      },
    },
    log: createLogger('silent'),
  };
  return { published, publisher: startFleetPublisher(context as unknown as IngestContext, { repeat }) };
}

it('publishes at most once a second, and not while nothing changes', async () => {
  const { published, publisher } = setUp();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(published).toEqual([3]);
  publisher.changed();
  publisher.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(published).toEqual([3, 3]);
  publisher.stop();
});

it('publishes after a reported change even with equal counts', async () => {
  const { published, publisher } = setUp();
  await vi.advanceTimersByTimeAsync(1_000);
  publisher.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(published).toEqual([3, 3]);
  publisher.stop();
});

it('publishes a change that was not reported within 5 s', async () => {
  const { published, publisher } = setUp();
  await vi.advanceTimersByTimeAsync(1_000);
  rows = [{ status: 'online', mode: 'active', count: 4 }];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(published).toEqual([3, 4]);
  publisher.stop();
});

it('repeats an unchanged summary every 5 s where the engine retains nothing', async () => {
  const { published, publisher } = setUp({ repeat: true });
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(published).toEqual([3, 3, 3]);
  publisher.stop();
});
