import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';

/** At most one refetch per kind of event in this time: a busy fleet sends ten events a second. */
export const REFETCH_INTERVAL_MS = 1_000;

type Kind = UserEvent['type'];
type Id = UserEvent['ids'][number];
/** What an event names; `all` where it names no ids. */
export type ChangedIds = ReadonlySet<Id> | 'all';

const idsOf = ({ ids }: Pick<UserEvent, 'ids'>): ChangedIds => (ids.length === 0 ? 'all' : new Set(ids));

const union = (one: ChangedIds, other: ChangedIds): ChangedIds =>
  one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);

/**
 * Limits how often events cause a refetch. The first event of a kind calls `refetch` at once; those that follow within
 * the interval are merged into one call at its end, so the last change is always fetched.
 */
export function createRefetchThrottle(refetch: (kind: Kind, ids: ChangedIds) => void) {
  /** One entry per kind while its interval runs; null while no further event has come. */
  const merged = new Map<Kind, ChangedIds | null>();
  const timers = new Map<Kind, ReturnType<typeof setTimeout>>();

  function start(kind: Kind, ids: ChangedIds): void {
    refetch(kind, ids);
    merged.set(kind, null);
    const end = (): void => {
      const missed = merged.get(kind);
      merged.delete(kind);
      timers.delete(kind);
      if (missed) start(kind, missed);
    };
    timers.set(kind, setTimeout(end, REFETCH_INTERVAL_MS));
  }

  return {
    add(event: Pick<UserEvent, 'type' | 'ids'>): void {
      const ids = idsOf(event);
      const earlier = merged.get(event.type);
      if (earlier === undefined) start(event.type, ids);
      else merged.set(event.type, earlier === null ? ids : union(earlier, ids));
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      merged.clear();
      timers.clear();
    },
  };
}
