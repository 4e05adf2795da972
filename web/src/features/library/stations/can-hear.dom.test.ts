import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { canHear } from './can-hear.ts';

const created: HTMLAudioElement[] = [];
beforeEach(() => {
  created.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('Audio', function Audio() {
    const audio = document.createElement('audio');
    created.push(audio);
    return audio;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ['canplay', true],
  ['error', false],
] as const)('after %s a stream is heard: %s', async (event, heard) => {
  const outcome = canHear('https://radio.test/stream');
  created[0]?.dispatchEvent(new Event(event));
  expect(await outcome).toBe(heard);
  expect(created[0]?.hasAttribute('src')).toBe(false);
});

it('a stream that does not begin is dead after ten seconds', async () => {
  const outcome = canHear('https://radio.test/stream');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe(false);
});
