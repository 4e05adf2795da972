import { hasRight, type Right } from '@belfry/schemas/domain/rights';
import type { Alarm, AlarmDetails, AlarmsQuery } from '@belfry/schemas/http/alarms/alarms';
import { ALARM_CHANGES_MAX, type AlarmEventName } from '@belfry/schemas/domain/alarms';
import type { Kysely } from 'kysely';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { pageOf, Reply, type Wire } from '../../http/routes/route.ts';
import type { Caller } from '../../policies/accounts.ts';
import { canReadNode, type OwnersPolicy } from '../../policies/owners.ts';
import { organisationsWith, rightsInWhole } from '../../policies/rights.ts';
import {
  countChanges,
  findAlarm,
  findAlarms,
  findHistory,
  lockAlarm,
  setAcknowledged,
  setSnoozed,
  type AlarmReader,
  type LockedAlarm,
} from './alarms.repository.ts';
import { insertEvents } from './evaluator/alarms-writer.repository.ts';
import { requireNode } from './node-access.ts';

type AlarmDeps = Pick<Deps, 'db' | 'config' | 'events' | 'alarms'>;

const PER_PERSON = { hits: 120, windowSeconds: 60 };
const MINUTE_MS = 60_000;

export function readerOf(user: Caller, policy: OwnersPolicy): AlarmReader {
  const wholeWith = (right: Right): number[] =>
    organisationsWith(user, right).filter((owner) => hasRight(rightsInWhole(user, owner), right));
  return { owners: policy(user), whole: { read: wholeWith('read'), operate: wholeWith('operate') } };
}

/** A page of the alarms that the caller finds. Throws not_found for a node that they must not know. */
export async function listAlarms(
  { db }: Pick<AlarmDeps, 'db'>,
  user: Caller,
  policy: OwnersPolicy,
  query: AlarmsQuery,
): Promise<Reply<Wire<Alarm>[]>> {
  if (query.company_id !== undefined) await requireNode(db, user, query.company_id, canReadNode);
  const page = pageOf(query) ?? { limit: query.page_size, offset: 0 };
  const { alarms, total } = await findAlarms(db, readerOf(user, policy), query, page);
  return Reply.of(alarms, { headers: { 'X-Total-Count': String(total) } });
}

/** An alarm with its history. Throws not_found for one that the caller does not find. */
export async function readAlarm(
  { db }: Pick<AlarmDeps, 'db'>,
  user: Caller,
  policy: OwnersPolicy,
  alarmId: number,
): Promise<Wire<AlarmDetails>> {
  const alarm = await findAlarm(db, readerOf(user, policy), alarmId);
  if (!alarm) throw notFound('There is no such alarm');
  return { ...alarm, events: await findHistory(db, alarmId) };
}

export type AlarmAct = { actor: Actor; policy: OwnersPolicy; alarmId: number; comment?: string | undefined };

/**
 * The first acknowledgement stays. Throws not_found, forbidden for callers who only read the alarm, conflict for a
 * cleared one.
 */
export function acknowledge(deps: AlarmDeps, act: AlarmAct): Promise<Wire<AlarmDetails>> {
  return change(deps, act, 'acknowledged', async (trx, alarm) => {
    requireUncleared(alarm);
    if (alarm.state === 'acknowledged') return false;
    await setAcknowledged(trx, alarm.alarm_id, act.actor.user.id, new Date());
    return true;
  });
}

/** Throws as `acknowledge`. The alarm is open again after `minutes`. */
export function snooze(deps: AlarmDeps, act: AlarmAct & { minutes: number }): Promise<Wire<AlarmDetails>> {
  return change(deps, act, 'snoozed', async (trx, alarm) => {
    requireUncleared(alarm);
    await setSnoozed(trx, alarm.alarm_id, new Date(Date.now() + act.minutes * MINUTE_MS));
    return true;
  });
}

/** Throws not_found, forbidden for who only reads it. */
export const comment = (deps: AlarmDeps, act: AlarmAct): Promise<Wire<AlarmDetails>> =>
  change(deps, act, 'commented', () => Promise.resolve(true));

function requireUncleared({ state }: LockedAlarm): void {
  if (state === 'cleared') throw new AppError('conflict', 'This alarm is over');
}

const ACTIONS = { acknowledged: 'alarm.acknowledge', snoozed: 'alarm.snooze', commented: 'alarm.comment' } as const;

/** Changes an alarm and stores what happened to it. `write` returns whether it has changed anything. */
async function change(
  deps: AlarmDeps,
  { actor, policy, alarmId, comment: text }: AlarmAct,
  event: Extract<AlarmEventName, keyof typeof ACTIONS>,
  write: (trx: Kysely<Database>, alarm: LockedAlarm) => Promise<boolean>,
): Promise<Wire<AlarmDetails>> {
  const { user } = actor;
  await countAttempt(deps, [{ key: `alarms:${user.id}`, ...PER_PERSON }], 'Too many changes of alarms.');
  const owner = await transact(deps.db, async (trx) => {
    const visibleAlarm = await findAlarm(trx, readerOf(user, policy), alarmId);
    const alarm = visibleAlarm && (await lockAlarm(trx, alarmId));
    if (!alarm) throw notFound('There is no such alarm');
    if (!visibleAlarm.may_handle) throw new AppError('forbidden', 'You may see this alarm, but not change it');
    if ((await countChanges(trx, alarmId)) >= ALARM_CHANGES_MAX)
      throw new AppError('conflict', `An alarm has at most ${ALARM_CHANGES_MAX} changes and comments of people`);
    if (!(await write(trx, alarm))) return alarm.owner_id;
    const events = [{ alarm_id: alarmId, event, by_user_id: user.id, comment: text }];
    await insertEvents(trx, events, { now: Date.now(), listeners: deps.alarms.names() });
    await auditOf(trx, actor, alarm.owner_id, {
      action: ACTIONS[event],
      object_kind: 'alarm',
      object_id: alarmId,
      company_id: alarm.company_id,
      details: { kind: alarm.kind, comment: text },
    });
    return alarm.owner_id;
  });
  deps.events.changed('alarms_changed', [alarmId], owner);
  void deps.alarms.tell();
  return readAlarm(deps, user, policy, alarmId);
}
