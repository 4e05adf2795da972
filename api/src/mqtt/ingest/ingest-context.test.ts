import type pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import type { BrokerGateway } from '../../broker-gateway.ts';
import { createLogger } from '../../log.ts';
import { createIngestContext } from './ingest-context.ts';

type Item = { serial: string };
let stop = (): void => undefined;
afterEach(() => stop());

it('names the devices whose messages were committed, and no others', async () => {
  const committed: string[] = [];
  let commit = (): void => undefined;
  const batches = createIngestContext({
    pool: {} as pg.Pool,
    broker: {} as BrokerGateway,
    log: createLogger('silent'),
    acknowledge: () => undefined,
  });
  stop = batches.stop;
  batches.context.news.on('committed', (serials) => committed.push(...serials));
  const batcher = batches.context.createBatcher<Item>({
    name: 'test',
    maxItems: 2,
    lingerMs: 1,
    write: () =>
      new Promise((resolve) => {
        commit = resolve;
      }),
    ackTokenOf: () => null,
    describe: ({ serial }) => ({ serial }),
  });
  batcher.add({ serial: 'a' });
  batcher.add({ serial: 'b' });
  expect(committed).toEqual([]);
  await vi.waitFor(() => {
    commit();
    expect(committed).toEqual(['a', 'b']);
  });
});
