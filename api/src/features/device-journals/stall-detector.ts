/** Where records wait for so long, the queue of the broker may have overflowed and lost those of other devices. */
const STALLED_MS = 1_000;

/** Remembers until when records may have been lost, because this instance did not run or Postgres stored nothing. */
export function createStallDetector() {
  let mayHaveLostUntil = Date.now();
  /** When the oldest record of the present batch was received; batches are stored one after another. */
  let oldestAt = 0;

  /** Must be called before a batch is stored and after it. */
  function check(): void {
    const now = Date.now();
    if (now - oldestAt >= STALLED_MS) mayHaveLostUntil = now;
  }

  return {
    begin(items: readonly { receivedAt: number }[]): void {
      oldestAt = items.reduce((oldest, { receivedAt }) => Math.min(oldest, receivedAt), Infinity);
      check();
    },
    check,
    /** Whether records of a device that exists since then may have been lost. */
    mayHaveLost: (since: Date): boolean => since.getTime() < mayHaveLostUntil,
  };
}
