import type { Serial } from '@belfry/schemas/domain/serial';

/** What parts of the ingest tell each other. A feature adds its own with `declare module`. */
export interface IngestEvents {
  /** Messages of these devices were committed. */
  committed: readonly string[];
  /** Another instance may have ingested messages of the devices that match, or does so from now on. */
  moved: (serial: Serial) => boolean;
  /** Messages that were sent until now may be lost. */
  lost: null;
}

type IngestEvent = keyof IngestEvents;
type Listener<E extends IngestEvent> = (what: IngestEvents[E]) => void;

/** Tells at once whoever listens, in the order in which they began to. A listener does not throw. */
export type IngestNews = {
  on<E extends IngestEvent>(event: E, listener: Listener<E>): void;
  tell<E extends IngestEvent>(event: E, what: IngestEvents[E]): void;
};

export function createIngestNews(): IngestNews {
  const listeners: { [E in IngestEvent]?: Listener<E>[] } = {};
  const of = <E extends IngestEvent>(event: E): Listener<E>[] => (listeners[event] ??= []);
  return {
    on: (event, listener) => void of(event).push(listener),
    tell(event, what) {
      for (const listener of of(event)) listener(what);
    },
  };
}
