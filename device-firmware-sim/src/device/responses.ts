import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { isoTime, type Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { ResponseFields, Responses } from './types.ts';

const UNSTATED = { success: null, result: null, error: null, error_type: null, execution_time_ms: null };

type ResponsesDeps = {
  clock: Clock;
  flash: Flash;
  /** Publishes a response; returns false while disconnected. `delivered` is called at its PUBACK. */
  publish: (message: ResponseMessage, delivered: () => void) => boolean;
};

export function createResponses({ clock, flash, publish }: ResponsesDeps): Responses {
  const cache = createResponseCache(flash);
  const outbox = createOutbox(publish);

  function send(correlationId: string, fields: ResponseFields): void {
    const at = isoTime(clock.now());
    const response: ResponseMessage = { correlation_id: correlationId, at, ...UNSTATED, ...fields };
    cache.store(response);
    outbox.add(response);
  }

  return {
    send,
    settle: (correlationId, outcome) => send(correlationId, { phase: 'done', ...outcome }),
    repeat(correlationId) {
      const response = cache.find(correlationId);
      if (response) outbox.add(response);
      return response !== undefined;
    },
    connected: outbox.connected,
  };
}

const RESPONSES_MAX = 100;

/** The last response to each recent command. Final responses are in flash, so that a repeated reboot command is not run again. */
function createResponseCache(flash: Flash) {
  const { memory } = flash;
  const inFlight = new Map<string, ResponseMessage>();
  const final = new Map(memory.answers.map((answer) => [answer.correlation_id, answer]));
  return {
    find: (correlationId: string): ResponseMessage | undefined =>
      final.get(correlationId) ?? inFlight.get(correlationId),
    store(answer: ResponseMessage): void {
      const id = answer.correlation_id;
      if (answer.phase !== 'done') return void inFlight.set(id, answer);
      inFlight.delete(id);
      final.set(id, answer);
      memory.answers.push(answer);
      // In the same write: after a loss of power an installation is either answered or resumed.
      if (memory.installation?.correlation_id === id) memory.installation = null;
      const evicted = memory.answers.length > RESPONSES_MAX ? memory.answers.shift() : undefined;
      if (evicted) final.delete(evicted.correlation_id);
      flash.changed();
    },
  };
}

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
    connected: (): void => {
      for (const [id, message] of waiting) attempt(id, message);
    },
  };
}
