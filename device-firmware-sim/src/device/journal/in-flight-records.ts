import type { Clock } from '../../hardware/clock.ts';

/** Records in flight, and the pause before the next batch, so that a long replay leaves capacity for live messages. */
const BATCH = 20;
const BATCH_PAUSE_MS = 100;

/** Counts the records of the present connection that the broker has not confirmed; PUBACKs and pauses of an earlier one are ignored. */
export function createInFlightRecords(clock: Clock) {
  /** Distinguishes the connections. */
  let connection = 0;
  let count = 0;
  let pausing = false;

  return {
    isPausing: (): boolean => pausing,
    hasRoom: (): boolean => count < BATCH,
    /** Counts a record. @returns to be called at its PUBACK; it calls `emptied` when nothing is in flight any more */
    add(emptied: () => void): () => void {
      const current = connection;
      count++;
      return () => {
        if (current !== connection) return;
        count--;
        if (count === 0) emptied();
      };
    },
    /** Pauses after a batch. */
    pause(ended: () => void): void {
      const current = connection;
      pausing = true;
      clock.after(BATCH_PAUSE_MS, () => {
        if (current !== connection) return;
        pausing = false;
        ended();
      });
    },
    /** There is another connection, or none. */
    reset(): void {
      connection++;
      count = 0;
      pausing = false;
    },
  };
}
