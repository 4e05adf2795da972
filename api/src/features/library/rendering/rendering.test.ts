import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { untilAborted } from './rendering.ts';

it('returns the result of the work, with and without a signal', async () => {
  const work = async (): Promise<number> => 7;
  expect(await untilAborted(work, undefined)).toBe(7);
  expect(await untilAborted(work, new AbortController().signal)).toBe(7);
});

it('rejects with the reason when the signal is aborted, and handles the rejection of the work', async () => {
  const caller = new AbortController();
  const work = Promise.withResolvers<number>();
  const outcome = untilAborted(() => work.promise, caller.signal);
  caller.abort(new Error('stopped'));
  await expect(outcome).rejects.toThrow('stopped');
  work.reject(new Error('the speech engine ended'));
  // An unhandled rejection fails the run.
  await setImmediate();
});

it('does not start the work with an aborted signal', async () => {
  const start = vi.fn(async () => 7);
  await expect(untilAborted(start, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  expect(start).not.toHaveBeenCalled();
});
