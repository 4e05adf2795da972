import { publishUserEvent, type MqttPublisher } from '../broker-gateway.ts';
import { mapYielding } from '../lib/map-yielding.ts';
import type { Logger } from '../log.ts';
import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';

export type OrganisationMember = { user_id: number; owner_id: number };

type EventId = UserEvent['ids'][number];
type EventType = UserEvent['type'];
type EventIds = ReadonlyMap<EventType, ReadonlySet<EventId>>;
type Collected = Map<EventType, Set<EventId>>;
class CollectedEvents {
  #forAdministrators: Collected = new Map();
  #forEverybody: Collected = new Map();
  #forUsers = new Map<number, Collected>();
  #forMembersOf = new Map<number, Set<EventType>>();

  get isEmpty(): boolean {
    return this.#forAdministrators.size === 0 && this.#forUsers.size === 0 && this.#forEverybody.size === 0;
  }

  addForMembersOf(ownerId: number, type: EventType): void {
    this.#forMembersOf.set(ownerId, (this.#forMembersOf.get(ownerId) ?? new Set()).add(type));
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

  take(): {
    forAdministrators: EventIds;
    forEverybody: EventIds;
    forUsers: Map<number, EventIds>;
    forMembersOf: ReadonlyMap<number, ReadonlySet<EventType>>;
  } {
    const taken = {
      forAdministrators: this.#forAdministrators,
      forEverybody: this.#forEverybody,
      forUsers: new Map<number, EventIds>(this.#forUsers),
      forMembersOf: this.#forMembersOf,
    };
    this.#forAdministrators = new Map();
    this.#forEverybody = new Map();
    this.#forUsers = new Map();
    this.#forMembersOf = new Map();
    return taken;
  }
}
function collect(events: Collected, type: EventType, ids: readonly EventId[]): void {
  const collected = events.get(type) ?? new Set<EventId>();
  for (const id of ids) collected.add(id);
  events.set(type, collected);
}
function merged(common: EventIds, own: EventIds = new Map()): EventIds {
  const all = new Map(common);
  for (const [type, ids] of own) all.set(type, all.get(type)?.union(ids) ?? ids);
  return all;
}

/** Changes within this time are published as one event, so that a bulk change does not cause a flood of events. */
const COLLECT_MS = 100;
/** With more ids an event contains none, which means to refetch everything. The limit of the schema. */
const MAX_IDS = 1_000;

/** Of more users than this, those who have no console open are left out: a change of all accounts concerns thousands. */
const MANY_USERS = 100;

/** Notifies open consoles which data to refetch. */
export type ConsoleEvents = {
  /**
   * For the consoles of every administrator, of `ownerId`, and of the members of that organisation. Call it after the commit; it does not wait, since an event
   * is a hint: a console that missed it refetches when it reconnects.
   */
  changed(type: EventType, ids: readonly EventId[], ownerId?: number | null): void;
  /** For the consoles of all signed-in users: rare changes of what all of them choose from. */
  notifyAll(type: EventType, ids: readonly EventId[]): void;
  /** As `changed`, for the consoles of one user only. */
  notify(userId: number, type: EventType, ids: readonly EventId[]): void;
  stop(): void;
};

type ConsoleEventsDeps = {
  broker: MqttPublisher;
  log: Logger;
  findAdministratorIds: () => Promise<number[]>;
  findSignedInIds: () => Promise<number[]>;
  findMembersOf: (ownerIds: readonly number[]) => Promise<OrganisationMember[]>;
};

export function createConsoleEvents({
  broker,
  log,
  findAdministratorIds,
  findSignedInIds,
  findMembersOf,
}: ConsoleEventsDeps): ConsoleEvents {
  const collected = new CollectedEvents();
  let timer: NodeJS.Timeout | undefined;
  /** One at a time, so that a slow database or broker makes events rarer instead of queueing them. */
  let sending = false;

  const send = async (): Promise<void> => {
    const { forAdministrators, forEverybody, forUsers, forMembersOf } = collected.take();
    if (!broker.connected) return;
    if (forEverybody.size > 0) {
      for (const id of await findSignedInIds()) forUsers.set(id, merged(forEverybody, forUsers.get(id)));
    }
    if (forUsers.size > MANY_USERS) {
      const signedIn = new Set(await findSignedInIds());
      for (const id of forUsers.keys()) if (!signedIn.has(id)) forUsers.delete(id);
    }
    for (const id of await findAdministratorIds()) forUsers.set(id, merged(forAdministrators, forUsers.get(id)));
    const members = forMembersOf.size > 0 ? await findMembersOf([...forMembersOf.keys()]) : [];
    // Without ids: a member must not learn of what is outside of their branches.
    const telling = await mapYielding(members, ({ user_id, owner_id }) =>
      publishAll(user_id, new Map([...(forMembersOf.get(owner_id) ?? [])].map((type) => [type, new Set<EventId>()]))),
    );
    const publishing = await mapYielding([...forUsers], ([userId, events]) => publishAll(userId, events));
    await Promise.all([...telling, ...publishing]);
  };

  const publishAll = async (userId: number, events: EventIds): Promise<void> => {
    for (const [type, ids] of events) {
      await publishUserEvent(broker, userId, { type, ids: ids.size > MAX_IDS ? [] : [...ids] });
    }
  };

  const flush = (): void => {
    timer = undefined;
    sending = true;
    send()
      .catch((error: unknown) => log.warn({ err: error }, 'consoles could not be notified'))
      .finally(() => {
        sending = false;
        if (!collected.isEmpty) schedule();
      });
  };

  const schedule = (): void => {
    if (!sending) timer ??= setTimeout(flush, COLLECT_MS);
  };

  return {
    changed(type, ids, ownerId) {
      collected.addForAdministrators(type, ids);
      if (ownerId != null) {
        collected.addForUser(ownerId, type, ids);
        collected.addForMembersOf(ownerId, type);
      }
      schedule();
    },
    notifyAll(type, ids) {
      collected.addForEverybody(type, ids);
      schedule();
    },
    notify(userId, type, ids) {
      collected.addForUser(userId, type, ids);
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}
