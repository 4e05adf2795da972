/** See VOICE-21. */
export const SAMPLE_ATTEMPTS = 5;
const EARLY_PAUSES = 2;
const EARLY_PAUSE_MS = 300;
const LATE_PAUSE_MS = 1_500;
export const PROBE_ATTEMPTS = 10;
export const PROBE_PAUSE_MS = 2_000;
export const PLAY_DELAY_MS = 100;

/** The delay after an attempt, from 1: short at first, because most samples are just being written. */
export const pauseAfter = (attempt: number): number => (attempt <= EARLY_PAUSES ? EARLY_PAUSE_MS : LATE_PAUSE_MS);

/** Waits; rejects at once when `signal` is aborted. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const give = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, ms);
    signal.addEventListener('abort', give, { once: true });
  });
