import { alarmKind, GROUPED_WITHIN_MS, OPEN_ALARMS_MAX, type AlarmKind } from '@belfry/schemas/domain/alarms';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import {
  countOpen,
  findGroupAlarms,
  findOpen,
  join,
  raise,
  type Joining,
  type WantedAlarm,
} from './alarms-writer.repository.ts';
import { findPeers } from './conditions.repository.ts';
import { loadContext, type Context } from './context.ts';
import type { Condition } from './decide.ts';
import { groupConditions, type Tree } from './group.ts';
import { countSupervised } from './nodes.repository.ts';

/** A device that fails within this time after an alarm of a node above it was raised joins that one. */
const JOIN_MS = 600_000;

type Raising = { alarm: WantedAlarm; members: readonly Condition[] };
/** A condition with the kind of the alarm that it needs: its own, or `unstable`. */
type Need = { kind: AlarmKind; condition: Condition };
type Instant = { now: number; hearing: boolean };

export type Raised = {
  raised: number[];
  joined: number[];
  left: Map<number, number>;
};

export async function raiseAlarms(
  trx: Kysely<Database>,
  { raising, unstable }: { raising: readonly Condition[]; unstable: readonly Condition[] },
  context: Context,
  instant: Instant,
): Promise<Raised> {
  const needs: Need[] = [
    ...raising.map((condition) => ({ kind: condition.kind, condition })),
    ...unstable.map((condition) => ({ kind: 'unstable' as const, condition })),
  ];
  const joining: (Joining & { condition: Condition })[] = [];
  const alone: Need[] = [];
  const open = await openGroupAlarms(trx, needs, context, instant.now);
  for (const need of needs) {
    const { condition } = need;
    const alarm_id = open(need);
    if (alarm_id === undefined) alone.push(need);
    else joining.push({ condition_id: condition.condition_id, alarm_id, condition });
  }
  const limited = await withinLimit(trx, await groupAll(trx, alone, context, instant), context);
  const raised = await raise(
    trx,
    limited.map((one) => one.alarm),
    instant.now,
  );
  const ids = await idsOf(trx, limited);
  for (const { alarm, members } of limited) {
    const alarm_id = ids.get(`${alarm.kind} ${alarm.subject}`);
    if (alarm_id === undefined) continue;
    for (const condition of members) joining.push({ condition_id: condition.condition_id, alarm_id, condition });
  }
  await join(trx, joining, instant.now);
  const left = new Map<number, number>();
  for (const { condition, alarm_id } of joining)
    if (condition.alarm_id !== null && condition.alarm_id !== alarm_id) left.set(condition.alarm_id, alarm_id);
  const isNew = new Set(raised);
  const joined = [...new Set(joining.map(({ alarm_id }) => alarm_id))].filter((id) => !isNew.has(id));
  return { raised, joined, left };
}

const groupKindOf = (kind: AlarmKind): AlarmKind | undefined => alarmKind(kind).groupedAs;

async function openGroupAlarms(
  trx: Kysely<Database>,
  needs: readonly Need[],
  { above }: Context,
  now: number,
): Promise<(need: Need) => number | undefined> {
  const nodes = new Set(needs.flatMap(({ condition: { company_id } }) => above.get(company_id ?? 0) ?? []));
  if (nodes.size === 0) return () => undefined;
  const alarms = await findGroupAlarms(trx, [...nodes], now - JOIN_MS);
  const byNode = new Map(alarms.map(({ alarm_id, kind, company_id }) => [`${kind} ${company_id}`, alarm_id]));
  return ({ kind, condition: { company_id } }) => {
    const grouped = groupKindOf(kind);
    const node = (above.get(company_id ?? 0) ?? []).find((id) => byNode.has(`${grouped} ${id}`));
    return node === undefined ? undefined : byNode.get(`${grouped} ${node}`);
  };
}

async function groupAll(
  trx: Kysely<Database>,
  alone: readonly Need[],
  context: Context,
  instant: Instant,
): Promise<Raising[]> {
  const raising: Raising[] = [];
  const keyOf = ({ kind, condition }: Need): string => `${kind} ${condition.kind} ${condition.owner_id}`;
  const taken = new Set(alone.map(({ condition: { condition_id } }) => condition_id));
  for (const needs of Map.groupBy(alone, keyOf).values()) {
    const [first] = needs;
    if (!first) continue;
    const { kind, condition } = first;
    const [groupKind, owner_id] = [groupKindOf(kind), condition.owner_id];
    const conditions = needs.map((need) => need.condition);
    if (groupKind !== undefined && owner_id !== null)
      raising.push(...(await groupOne(trx, conditions, { kind, groupKind, owner_id, taken, context, instant })));
    else raising.push(...conditions.map((one) => ofCondition(kind, one, context)));
  }
  return raising;
}

type GroupInput = {
  kind: AlarmKind;
  groupKind: AlarmKind;
  owner_id: number;
  /** All conditions that need an alarm now, of whatever kind: they are no peers of others. */
  taken: ReadonlySet<number>;
  context: Context;
  instant: Instant;
};

async function groupOne(
  trx: Kysely<Database>,
  conditions: readonly Condition[],
  { kind, groupKind, owner_id, taken, context, instant }: GroupInput,
): Promise<Raising[]> {
  const [first] = conditions;
  if (!first) return [];
  const times = conditions.map(({ since }) => since);
  const range = {
    from: times.reduce((one, other) => Math.min(one, other)) - GROUPED_WITHIN_MS,
    to: times.reduce((one, other) => Math.max(one, other)) + GROUPED_WITHIN_MS,
  };
  const around = await findPeers(trx, { kind: first.kind, unstable: kind === 'unstable', ownerId: owner_id, ...range });
  const conditionIds = new Set(conditions.map(({ condition_id }) => condition_id));
  const others = around.filter(({ condition_id }) => !taken.has(condition_id));
  const wide = await loadContext(trx, [...conditions, ...others], instant);
  const peers = others.filter((peer) => wide.timing(peer).enabled && wide.moment(peer).frozenUntil <= instant.now);
  const tree: Tree = { above: wide.above, devices: await countSupervised(trx, [owner_id]) };
  const { groups, singles } = groupConditions(conditions, peers, tree);
  const raising = singles.map((condition) => ofCondition(kind, condition, context));
  for (const { company_id, members } of groups) {
    const at = wide.rule(groupKind, company_id);
    // Where the kind of the group is off, each device has its own alarm.
    if (at.enabled.value)
      raising.push({
        alarm: { ...toWanted(at, `node:${company_id}`, owner_id, company_id), detail: sameDetail(members) },
        members,
      });
    else
      raising.push(
        ...members
          .filter(({ condition_id }) => conditionIds.has(condition_id))
          .map((one) => ofCondition(kind, one, context)),
      );
  }
  return raising;
}

/** Why all of them are bad; null where that differs. */
function sameDetail(members: readonly Condition[]): string | null {
  const [detail, ...others] = new Set(members.map((member) => member.detail ?? null));
  return others.length === 0 ? (detail ?? null) : null;
}

function ofCondition(kind: AlarmKind, condition: Condition, context: Context): Raising {
  const { subject, owner_id, company_id, detail } = condition;
  const alarm = toWanted(context.rule(kind, company_id), subject, owner_id, company_id);
  return { alarm: { ...alarm, detail: detail ?? null }, members: [condition] };
}

const toWanted = (
  { kind, severity, tell, rises_after_minutes, escalate_after_minutes }: ReturnType<Context['rule']>,
  subject: string,
  owner_id: number | null,
  company_id: number | null,
): WantedAlarm => ({
  kind,
  subject,
  owner_id,
  company_id,
  detail: null,
  severity: severity.value,
  tell: tell.value,
  rises_after_minutes: rises_after_minutes.value,
  escalate_after_minutes: escalate_after_minutes.value,
});

/** An organisation with OPEN_ALARMS_MAX open alarms has one alarm for all further ones. Those of nodes come first. */
async function withinLimit(trx: Kysely<Database>, alarms: readonly Raising[], context: Context): Promise<Raising[]> {
  const owners = [...new Set(alarms.flatMap(({ alarm: { owner_id } }) => owner_id ?? []))];
  if (owners.length === 0) return [...alarms];
  const open = await countOpen(trx, owners);
  const ordered = alarms.toSorted((one, other) => other.members.length - one.members.length);
  const summaries = new Map<number, { alarm: WantedAlarm; members: Condition[] }>();
  const kept = ordered.filter(({ alarm: { owner_id }, members }) => {
    if (owner_id === null) return true;
    const count = open.get(owner_id) ?? 0;
    if (count < OPEN_ALARMS_MAX) {
      open.set(owner_id, count + 1);
      return true;
    }
    const alarm = toWanted(context.rule('too_many_alarms', null), `organisation:${owner_id}`, owner_id, null);
    const summary = summaries.get(owner_id) ?? { alarm, members: [] };
    summary.members.push(...members);
    summaries.set(owner_id, summary);
    return false;
  });
  return [...kept, ...summaries.values()];
}

async function idsOf(trx: Kysely<Database>, raising: readonly Raising[]): Promise<Map<string, number>> {
  if (raising.length === 0) return new Map();
  const open = await findOpen(
    trx,
    raising.map(({ alarm }) => alarm),
  );
  return new Map(open.map(({ kind, subject, alarm_id }) => [`${kind} ${subject}`, alarm_id]));
}
