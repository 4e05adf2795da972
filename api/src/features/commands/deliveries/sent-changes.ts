import { runAfter } from '../../../mqtt/batching/timers.ts';
import { deliveryKey, type DeliveryChange } from './delivery-change.ts';

export type SentChanges = {
  add(change: DeliveryChange): void;
  /** Removes the change of this delivery. @returns it; undefined if none is waiting. */
  take(delivery: Pick<DeliveryChange, 'commandId' | 'serial'>): DeliveryChange | undefined;
  /** Passes everything on immediately. */
  flush(): void;
  /** Discards what is waiting. */
  stop(): void;
};

/**
 * Keeps the changes of deliveries whose message the broker has accepted for `lingerMs`, since most devices answer within that time, and
 * then one statement stores both. The responses of other devices do not end the wait.
 */
export function createSentChanges(lingerMs: number, onDue: (change: DeliveryChange) => void): SentChanges {
  /** In the order of their times (`performance.now`), since all wait equally long. */
  const waiting = new Map<string, { change: DeliveryChange; dueAt: number }>();
  let cancel: (() => void) | null = null;

  function schedule(): void {
    const [oldest] = waiting.values();
    if (oldest) cancel = runAfter(Math.max(1, oldest.dueAt - performance.now()), passOnDue);
  }

  function passOnDue(): void {
    cancel = null;
    const now = performance.now();
    for (const [key, { change, dueAt }] of waiting) {
      if (dueAt > now) break;
      waiting.delete(key);
      onDue(change);
    }
    schedule();
  }

  return {
    add(change) {
      waiting.set(deliveryKey(change), { change, dueAt: performance.now() + lingerMs });
      if (!cancel) schedule();
    },
    take(delivery) {
      const key = deliveryKey(delivery);
      const found = waiting.get(key);
      if (found) waiting.delete(key);
      return found?.change;
    },
    flush() {
      for (const { change } of waiting.values()) onDue(change);
      waiting.clear();
    },
    stop() {
      cancel?.();
      waiting.clear();
    },
  };
}
