import { afterEach, beforeEach, vi } from 'vitest';
import { createLogger } from '../../../log.ts';
import { createBatcher, type BatcherOptions } from '../batcher.ts';

export const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
export const deadlock = Object.assign(new Error('deadlock'), { code: '40P01' });
export const poison = Object.assign(new Error('poison'), { code: '22021' });

/** Fake timers, and retries without jitter. Call it once at the top of a file. */
export function useBatcherClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

export function setUpBatcher(options: Partial<BatcherOptions<number>> = {}) {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
  const error = vi.spyOn(log, 'error').mockReturnValue(undefined);
  const started: { at: number; items: number[] }[] = [];
  const done: number[][] = [];
  const begun = Date.now();
  const { write = () => passed(10), ...others } = options;
  const batcher = createBatcher<number>({
    name: 'test',
    log,
    maxItems: 3,
    lingerMs: 50,
    write: (items) => {
      started.push({ at: Date.now() - begun, items: [...items] });
      return write(items);
    },
    onDone: (items) => void done.push([...items]),
    ...others,
  });
  return { batcher, started, done, warn, error };
}
export const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
