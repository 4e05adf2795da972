import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { publishUserEvent, type MqttPublisher } from '../broker-gateway.ts';
import type { Logger } from '../log.ts';

/** Changes within this time are published as one event, so that a bulk change does not cause a flood of events. */
const COLLECT_MS = 100;
/** With more ids an event contains none, which means to refetch everything. The limit of the schema. */
const MAX_IDS = 1_000;

type Id = UserEvent['ids'][number];
type Type = UserEvent['type'];

/** Notifies open consoles which data to refetch. */
export type ConsoleEvents = {
  /**
   * For the consoles of every administrator and of `ownerId`. Call it after the commit; it does not wait, since an event
   * is a hint: a console that missed it refetches when it reconnects.
   */
  changed(type: Type, ids: readonly Id[], ownerId?: number | null): void;
  /** For the consoles of all signed-in users: rare changes of what all of them choose from. */
  notifyAll(type: Type, ids: readonly Id[]): void;
  /** As `changed`, for the consoles of one user only. */
  notify(userId: number, type: Type, ids: readonly Id[]): void;
  stop(): void;
};

type ConsoleEventsDeps = {
  broker: MqttPublisher;
  log: Logger;
  /** Finds the ids of the users who see every object. */
  findAdministratorIds: () => Promise<number[]>;
  /** Finds the ids of the users whose consoles may be open. */
  findSignedInIds: () => Promise<number[]>;
};

export function createConsoleEvents({
  broker,
  log,
  findAdministratorIds,
  findSignedInIds,
}: ConsoleEventsDeps): ConsoleEvents {
  const forAdministrators = new Map<Type, Set<Id>>();
  const forEverybody = new Map<Type, Set<Id>>();
  const forOwners = new Map<number, Map<Type, Set<Id>>>();
  let timer: NodeJS.Timeout | undefined;
  /** One at a time, so that a slow database or broker makes events rarer instead of queueing them. */
  let sending = false;

  const send = async (): Promise<void> => {
    const everything = new Map(forAdministrators);
    const owned = new Map(forOwners);
    const announced = new Map(forEverybody);
    forEverybody.clear();
    forAdministrators.clear();
    forOwners.clear();
    if (!broker.connected) return;
    if (announced.size > 0) {
      for (const id of await findSignedInIds()) owned.set(id, merged(announced, owned.get(id)));
    }
    const administrators = await findAdministratorIds();
    for (const id of administrators) owned.set(id, merged(everything, owned.get(id)));
    await Promise.all([...owned].map(([userId, events]) => publishAll(userId, events)));
  };

  const publishAll = async (userId: number, events: ReadonlyMap<Type, ReadonlySet<Id>>): Promise<void> => {
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
        if (forAdministrators.size > 0 || forOwners.size > 0 || forEverybody.size > 0) schedule();
      });
  };

  const schedule = (): void => {
    if (!sending) timer ??= setTimeout(flush, COLLECT_MS);
  };

  return {
    changed(type, ids, ownerId) {
      collect(forAdministrators, type, ids);
      if (ownerId != null) collect(ofOwner(forOwners, ownerId), type, ids);
      schedule();
    },
    notifyAll(type, ids) {
      collect(forEverybody, type, ids);
      schedule();
    },
    notify(userId, type, ids) {
      collect(ofOwner(forOwners, userId), type, ids);
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}

function collect(events: Map<Type, Set<Id>>, type: Type, ids: readonly Id[]): void {
  const collected = events.get(type) ?? new Set<Id>();
  for (const id of ids) collected.add(id);
  events.set(type, collected);
}

/** The events for all administrators, with those for one of them. */
function merged(everything: ReadonlyMap<Type, Set<Id>>, own: ReadonlyMap<Type, Set<Id>> = new Map()) {
  const all = new Map(everything);
  for (const [type, ids] of own) all.set(type, all.get(type)?.union(ids) ?? ids);
  return all;
}

function ofOwner(owners: Map<number, Map<Type, Set<Id>>>, ownerId: number): Map<Type, Set<Id>> {
  const events = owners.get(ownerId) ?? new Map<Type, Set<Id>>();
  owners.set(ownerId, events);
  return events;
}
