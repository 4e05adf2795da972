import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { canHear } from './stations-panel.tsx';

/** An audio element that plays nothing. */
class SilentAudio extends EventTarget {
  src: string | null = null;
  removeAttribute(): void {
    this.src = null;
  }
}
const created: SilentAudio[] = [];
beforeEach(() => {
  created.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal(
    'Audio',
    class extends SilentAudio {
      constructor() {
        super();
        created.push(this);
      }
    },
  );
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
  expect(created[0]?.src).toBeNull();
});

it('a stream that does not begin is dead after ten seconds', async () => {
  const outcome = canHear('https://radio.test/stream');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe(false);
});
