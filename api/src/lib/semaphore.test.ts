import { expect, it } from 'vitest';
import { createSemaphore, TooManyWaiting } from './semaphore.ts';

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

it('limits each key, and starts the call of the key with the fewest permits next', async () => {
  const { run } = createSemaphore<number>({ perKey: 2, waitingPerKey: 10, atOnce: 3 });
  const { start, settle, running } = createWork();
  const done = [1, 1, 1, 2, 2, 3].map((key, n) => run(key, start(`${key}-${n}`)));
  expect(running()).toEqual(['1-0', '1-1', '2-3']);
  await settle('2-3');
  // The third of the first key came before, and waits for the first key's own.
  expect(running()).toEqual(['1-0', '1-1', '2-4']);
  await settle('1-0');
  // It came last, and has none yet.
  expect(running()).toEqual(['1-1', '2-4', '3-5']);
  await settle('2-4');
  expect(running()).toEqual(['1-1', '3-5', '1-2']);
  for (const name of running()) await settle(name);
  expect(await Promise.all(done)).toHaveLength(6);
});

it('starts the calls of one key in their order', async () => {
  const { run } = createSemaphore<number>({ perKey: 1, waitingPerKey: 10 });
  const { start, settle, running } = createWork();
  const done = ['a', 'b', 'c'].map((name) => run(1, start(name)));
  for (const name of ['a', 'b', 'c']) {
    expect(running()).toEqual([name]);
    await settle(name);
  }
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c']);
});

it('continues after failed work', async () => {
  const { run } = createSemaphore<number>({ perKey: 1, waitingPerKey: 1, atOnce: 1 });
  const { start, settle, running } = createWork();
  const failed = run(1, start('first'));
  const next = run(2, start('second'));
  const rejected = expect(failed).rejects.toThrow('first');
  await settle('first', 'fail');
  await rejected;
  expect(running()).toEqual(['second']);
  await settle('second');
  expect(await next).toBe('second');
});

it('refuses calls beyond the limit of a key, but not because of other keys', async () => {
  const { run } = createSemaphore<number>({ perKey: 1, atOnce: 1 });
  const { start, settle } = createWork();
  const first = run(1, start('first'));
  await expect(run(1, start('again'))).rejects.toThrow(TooManyWaiting);
  const other = run(2, start('other'));
  await expect(run(2, start('other again'))).rejects.toThrow(TooManyWaiting);
  await settle('first');
  await settle('other');
  expect(await Promise.all([first, other])).toEqual(['first', 'other']);
  const later = run(1, start('later'));
  await settle('later');
  expect(await later).toBe('later');
});

it('gives permits that are free now, each back once', () => {
  const { tryAcquire } = createSemaphore<string>({ perKey: 2, atOnce: 3 });
  const [first, second] = [tryAcquire('a'), tryAcquire('a')];
  expect(tryAcquire('a')).toBeNull();
  expect(tryAcquire('b')).not.toBeNull();
  expect(tryAcquire('c')).toBeNull();
  first?.();
  first?.();
  expect(tryAcquire('c')).not.toBeNull();
  expect(tryAcquire('b')).toBeNull();
  second?.();
  expect(tryAcquire('b')).not.toBeNull();
});

it('gives a permit to whoever waits, before others can take it', async () => {
  const { run, tryAcquire } = createSemaphore<string>({ perKey: 1, waitingPerKey: 1 });
  const { start, settle, running } = createWork();
  const release = tryAcquire('a');
  const waiting = run('a', start('waiting'));
  release?.();
  expect(tryAcquire('a')).toBeNull();
  await Promise.resolve();
  expect(running()).toEqual(['waiting']);
  await settle('waiting');
  expect(await waiting).toBe('waiting');
});
