import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';

export type EventId = UserEvent['ids'][number];
export type EventType = UserEvent['type'];
/** The ids of the changed objects by the type of the event. */
export type EventIds = ReadonlyMap<EventType, ReadonlySet<EventId>>;

type Collected = Map<EventType, Set<EventId>>;

/** Events that are not sent yet, by who receives them. */
export class CollectedEvents {
  #forAdministrators: Collected = new Map();
  #forEverybody: Collected = new Map();
  #forUsers = new Map<number, Collected>();

  get isEmpty(): boolean {
    return this.#forAdministrators.size === 0 && this.#forUsers.size === 0 && this.#forEverybody.size === 0;
  }

  addForAdministrators(type: EventType, ids: readonly EventId[]): void {
    collect(this.#forAdministrators, type, ids);
  }

  addForEverybody(type: EventType, ids: readonly EventId[]): void {
    collect(this.#forEverybody, type, ids);
  }

  addForUser(userId: number, type: EventType, ids: readonly EventId[]): void {
    const events = this.#forUsers.get(userId) ?? new Map<EventType, Set<EventId>>();
    this.#forUsers.set(userId, events);
    collect(events, type, ids);
  }

  /** Takes all events out. */
  take(): { forAdministrators: EventIds; forEverybody: EventIds; forUsers: Map<number, EventIds> } {
    const taken = {
      forAdministrators: this.#forAdministrators,
      forEverybody: this.#forEverybody,
      forUsers: new Map<number, EventIds>(this.#forUsers),
    };
    this.#forAdministrators = new Map();
    this.#forEverybody = new Map();
    this.#forUsers = new Map();
    return taken;
  }
}

function collect(events: Collected, type: EventType, ids: readonly EventId[]): void {
  const collected = events.get(type) ?? new Set<EventId>();
  for (const id of ids) collected.add(id);
  events.set(type, collected);
}

/** Events for many users, with those for one of them. */
export function merged(common: EventIds, own: EventIds = new Map()): EventIds {
  const all = new Map(common);
  for (const [type, ids] of own) all.set(type, all.get(type)?.union(ids) ?? ids);
  return all;
}
