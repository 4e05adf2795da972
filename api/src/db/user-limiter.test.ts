import { expect, it } from 'vitest';
import { createUserLimiter, TooManyWaiting } from './user-limiter.ts';

/** Work that ends when the test settles it. */
function createWork() {
  const open: { name: string; end: () => void; fail: () => void }[] = [];
  const start = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      open.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) });
    });
  const settle = async (name: string, how: 'end' | 'fail' = 'end') => {
    const [work] = open.splice(
      open.findIndex((each) => each.name === name),
      1,
    );
    work?.[how]();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { start, settle, running: () => open.map(({ name }) => name) };
}

it('limits each user, and starts the calls of others in their order', async () => {
  const limit = createUserLimiter({ perUser: 2, waitingPerUser: 10, atOnce: 3 });
  const { start, settle, running } = createWork();
  const done = [1, 1, 1, 2, 2, 3].map((user, n) => limit(user, start(`${user}-${n}`)));
  expect(running()).toEqual(['1-0', '1-1', '2-3']);
  await settle('2-3');
  // The third of the first user came before, and waits for the first user's own.
  expect(running()).toEqual(['1-0', '1-1', '2-4']);
  await settle('1-0');
  expect(running()).toEqual(['1-1', '2-4', '1-2']);
  await settle('2-4');
  expect(running()).toEqual(['1-1', '1-2', '3-5']);
  for (const name of running()) await settle(name);
  expect(await Promise.all(done)).toHaveLength(6);
});

it('continues after failed work', async () => {
  const limit = createUserLimiter({ perUser: 1, waitingPerUser: 1, atOnce: 1 });
  const { start, settle, running } = createWork();
  const failed = limit(1, start('first'));
  const next = limit(2, start('second'));
  const rejected = expect(failed).rejects.toThrow('first');
  await settle('first', 'fail');
  await rejected;
  expect(running()).toEqual(['second']);
  await settle('second');
  expect(await next).toBe('second');
});

it('refuses calls beyond a user’s limit, but not because of other users', async () => {
  const limit = createUserLimiter({ perUser: 1, waitingPerUser: 0, atOnce: 1 });
  const { start, settle } = createWork();
  const first = limit(1, start('first'));
  await expect(limit(1, start('again'))).rejects.toThrow(TooManyWaiting);
  const other = limit(2, start('other'));
  await expect(limit(2, start('other again'))).rejects.toThrow(TooManyWaiting);
  await settle('first');
  await settle('other');
  expect(await Promise.all([first, other])).toEqual(['first', 'other']);
  const later = limit(1, start('later'));
  await settle('later');
  expect(await later).toBe('later');
});
