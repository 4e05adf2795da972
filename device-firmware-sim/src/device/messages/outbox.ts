/** The maximum number of messages that wait for delivery. */
const OUTBOX_MAX = 200;

/**
 * Messages that must reach the broker although the connection may be down: each is kept until its PUBACK, in order.
 * `send` returns false while disconnected.
 */
export function createOutbox<T>(send: (message: T, delivered: () => void) => boolean) {
  const waiting = new Map<number, T>();
  let next = 0;

  function attempt(id: number, message: T): void {
    send(message, () => void waiting.delete(id));
  }

  return {
    get size(): number {
      return waiting.size;
    },
    add: (message: T): void => {
      const id = next++;
      waiting.set(id, message);
      if (waiting.size > OUTBOX_MAX) {
        for (const oldest of waiting.keys()) {
          waiting.delete(oldest);
          break;
        }
      }
      attempt(id, message);
    },
    /** Sends all undelivered messages again after a connection, oldest first. */
    connected(): void {
      for (const [id, message] of waiting) attempt(id, message);
    },
  };
}
