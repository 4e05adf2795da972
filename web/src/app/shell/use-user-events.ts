import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { useContext, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { baseApi, type Tag } from '../../lib/api/base-api.ts';
import { refetchNow, type ApiDispatch } from '../../lib/api/refetch-now.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { clearAllCachedVoices } from '../../features/speech/voice-lists-api.ts';
import { LiveClientContext } from '../live.ts';

const STALE: Record<UserEvent['type'], Tag[]> = {
  devices_changed: ['DeviceList', 'Device', 'Timeline', 'NetworkSpeaker'],
  approvals_changed: ['Approval'],
  commands_changed: ['Command', 'Timeline'],
  runs_changed: ['Run'],
  user_changed: ['Profile', 'Member'],
  users_changed: ['User'],
  companies_changed: ['Company', 'Group', 'Member'],
  groups_changed: ['Group'],
  voices_changed: ['Voice'],
  firmware_changed: ['Firmware'],
  library_changed: ['Library'],
  announcements_changed: ['Announcement', 'Timeline'],
  schedules_changed: ['Schedule'],
  sms_changed: ['Sms'],
  alarms_changed: ['Alarm'],
  triggers_changed: ['Trigger'],
  webhooks_changed: ['Webhook'],
  home_assistants_changed: ['HomeAssistant'],
  scenarios_changed: ['Scenario'],
};
/** The progress of runs follows from the commands of their devices. */
const WITH_COMMANDS: Tag[] = ['Run'];
/** Kinds whose ids are those of their tag, so that only the named entries are fetched again. */
const BY_ID: ReadonlySet<UserEvent['type']> = new Set(['commands_changed']);

const tagsById = (type: UserEvent['type'], ids: ChangedIds) =>
  ids === 'all' ? STALE[type] : STALE[type].flatMap((tag) => [...ids].map((id) => ({ type: tag, id })));

/** Refetches what the server reports as changed for the signed-in user, at most once a second per kind of event. */
export function useUserEvents(): void {
  const client = useContext(LiveClientContext);
  const dispatch = useDispatch<ApiDispatch>();
  const userId = useSelector(selectSession)?.user_id;
  useEffect(() => {
    if (!client || userId === undefined) return;
    const throttle = createRefetchThrottle((type, ids) => {
      // Lists of voices are kept in the session storage as well, which no tag invalidates.
      if (type === 'voices_changed') clearAllCachedVoices();
      if (BY_ID.has(type)) dispatch(refetchNow([...tagsById(type, ids), ...WITH_COMMANDS]));
      else dispatch(baseApi.util.invalidateTags(STALE[type]));
    });
    const unsubscribe = client.subscribe(topics.userEvents(userId), (message) => {
      if (message.kind === 'userEvents') throttle.add(message.payload);
    });
    return () => {
      unsubscribe();
      throttle.stop();
    };
  }, [client, dispatch, userId]);
}

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
 * Limits how often events cause a refetch. The first event of a kind calls `refetch` immediately; those that follow within
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
