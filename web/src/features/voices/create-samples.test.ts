import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSamples, toneOf, type RunProgress } from './create-samples.ts';
import { aVoice } from '../../testing/voice-factory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const voices = ['a', 'b', 'c'].map((letter) =>
  aVoice({ voice_name: `ru-RU-Standard-${letter}`, display_name: letter }),
);

/** A fake server on which each voice behaves as its name states; `log` has the requests in order. */
function server(
  behaviour: Record<string, { request: 'present' | 'creating' | 'failed'; seenAt?: number; fails?: boolean }>,
) {
  const log: string[] = [];
  const checked: Record<string, number> = {};
  const progress: RunProgress[] = [];
  const stop = new AbortController();
  const of = (name: string) => behaviour[name] ?? { request: 'creating' as const };
  return {
    log,
    progress,
    stop,
    run: () =>
      createSamples({
        voices,
        signal: stop.signal,
        onProgress: (step) => progress.push(step),
        request: async ({ display_name: name }) => {
          log.push(`request ${name}`);
          return of(name).request;
        },
        check: async ({ display_name: name }) => {
          log.push(`look ${name}`);
          checked[name] = (checked[name] ?? 0) + 1;
          if (of(name).fails) return 'failed';
          return checked[name] >= (of(name).seenAt ?? Infinity) ? 'present' : undefined;
        },
      }),
  };
}

it('processes one voice at a time, with at most four checks each', async () => {
  const { run, log } = server({
    a: { request: 'creating', seenAt: 2 },
    b: { request: 'creating' },
    c: { request: 'present' },
  });
  const result = run();
  await vi.advanceTimersByTimeAsync(999);
  expect(log).toEqual(['request a']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toEqual({ success: 2, errors: 1 });
  expect(log).toEqual(['request a', 'look a', 'look a', 'request b', ...Array(4).fill('look b'), 'request c']);
});

it('counts rejected and failed creations as errors, and continues', async () => {
  const { run, progress } = server({
    a: { request: 'failed' },
    b: { request: 'creating', fails: true },
    c: { request: 'present' },
  });
  const result = run();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toEqual({ success: 1, errors: 2 });
  expect(progress.map(({ success, errors, total, voice }) => [voice.display_name, success, errors, total])).toEqual([
    ['a', 0, 0, 3],
    ['b', 0, 1, 3],
    ['c', 0, 2, 3],
  ]);
});

it('can be stopped, and counts only finished voices', async () => {
  const { run, log, stop } = server({ a: { request: 'present' } });
  const result = run();
  await vi.advanceTimersByTimeAsync(1_500);
  stop.abort();
  expect(await result).toEqual({ success: 1, errors: 0 });
  expect(log).toEqual(['request a', 'request b', 'look b']);
});

it.each([
  [2, 1, 'success'],
  [1, 1, 'warning'],
  [0, 0, 'warning'],
  [1, 2, 'warning'],
] as const)('shows %i successes and %i errors as a %s', (success, errors, tone) =>
  expect(toneOf({ success, errors })).toBe(tone),
);
