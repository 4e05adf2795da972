/** Answers worth keeping while there is no connection. */
const OUTBOX_MAX = 200;

/**
 * Messages that must reach the broker although the connection may be away: each stays until its PUBACK, in order.
 * `send` answers whether there was a session to send on.
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
    add(message: T): void {
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
    /** A session began: all that was not delivered goes out again, oldest first. */
    connected(): void {
      for (const [id, message] of waiting) attempt(id, message);
    },
  };
}
