import { expect, it } from 'vitest';
import { createSerialQueue } from './ingest-context.ts';

it('starts a task when the one before it has ended, also when that failed', async () => {
  const queue = createSerialQueue();
  const first = Promise.withResolvers<string>();
  const events: string[] = [];
  const all = Promise.allSettled([
    queue(() => {
      events.push('first begins');
      return first.promise;
    }),
    queue(() => {
      events.push('second begins');
      return Promise.reject(new Error('failed'));
    }),
    queue(() => {
      events.push('third begins');
      return Promise.resolve(3);
    }),
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual(['first begins']);
  first.resolve('done');
  expect(await all).toEqual([
    { status: 'fulfilled', value: 'done' },
    { status: 'rejected', reason: new Error('failed') },
    { status: 'fulfilled', value: 3 },
  ]);
  expect(events).toEqual(['first begins', 'second begins', 'third begins']);
});
