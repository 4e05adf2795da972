import { ALARM_RULES_MAX, alarmKind, type AlarmKind } from '@belfry/schemas/domain/alarms';
import type {
  AlarmRule,
  AlarmRuleChangeBody,
  EffectiveAlarmRule,
  NewAlarmRuleBody,
} from '@belfry/schemas/http/alarms/rules';
import type { Kysely } from 'kysely';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { type GrantHandler, settleGrant } from '../../people/grants.repository.ts';
import { manage, type ObjectPlace } from '../../people/managed-object.ts';
import type { Caller } from '../../policies/accounts.ts';
import { canHandleAlarms, canReadNode, type OwnerPolicy } from '../../policies/owners.ts';
import { reviewConditions } from './evaluator/conditions.repository.ts';
import { findAbove, findRules } from './evaluator/nodes.repository.ts';
import { requireNode } from './node-access.ts';
import { effectiveRules, type RuleFields } from './rule-settings.ts';
import {
  findHeldRules,
  deleteRule,
  findRule,
  findRulesOf,
  findStrangers,
  insertRule,
  lockRule,
  notifyThresholdsChanged,
  passRule,
  updateRule,
} from './rules.repository.ts';

type RuleDeps = Pick<Deps, 'config' | 'db' | 'events'>;

/** Rules at nodes. All throw not_found and forbidden for the node. */
const rules = manage<Wire<AlarmRule>, Wire<AlarmRule>, OwnerPolicy>({
  kind: 'alarm_rule',
  recordedFor: 'owner',
  titles: 'rules for alarms',
  missing: 'There is no such rule',
  conflict: 'Somebody else has changed this rule',
  changes: { key: 'alarm-rules', hits: 60, refusal: 'Too many changes of rules.' },
  maxOf: () => ALARM_RULES_MAX,
  findHeld: findHeldRules,
  lock: lockRule,
  find: findRule,
  placeOf: async (db, user, { company_id }, policy) => placeOf(await requireNode(db, user, company_id, policy)),
  changed: ({ events }, _id, ownerId) => events.changed('alarms_changed', [], ownerId),
});

/** The rules of a node itself. Throws not_found for one that the caller must not know. */
export async function listRules(db: Kysely<Database>, user: Caller, companyId: number): Promise<Wire<AlarmRule>[]> {
  await requireNode(db, user, companyId, canReadNode);
  return findRulesOf(db, companyId);
}

/** What holds at a node for each kind. Throws not_found. */
export async function readEffectiveRules(
  db: Kysely<Database>,
  user: Caller,
  companyId: number,
): Promise<EffectiveAlarmRule[]> {
  await requireNode(db, user, companyId, canReadNode);
  const above = (await findAbove(db, [companyId])).get(companyId) ?? [];
  return effectiveRules(above, await findRules(db, above));
}

/**
 * Sets something for a kind at a node. Throws not_found and forbidden for the node, conflict where it has a rule for the kind,
 * unprocessable for one rule too many and for people who are not in the organisation, rate_limited.
 */
export async function createRule(
  deps: RuleDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, kind, ...fields }: NewAlarmRuleBody,
): Promise<Wire<AlarmRule>> {
  await rules.count(deps, actor);
  const place = placeOf(await requireNode(deps.db, actor.user, company_id, policy));
  return rules.create(deps, actor, place, async (trx) => {
    await requirePeople(trx, place, fields);
    const id = await insertRule(trx, { company_id, kind }, fields, actor.user.id);
    if (id === undefined) throw new AppError('conflict', 'This element has a rule for this kind of alarm already');
    await decideAgain(trx, place, fields.threshold !== null);
    return { id, after: { kind, ...fields } };
  });
}

/** Throws as `createRule`, edit_conflict for a revision that is not the present one, invalid_input for a threshold that the kind has not. */
export async function changeRule(
  deps: RuleDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { rule_id, revision, ...changes }: AlarmRuleChangeBody & { rule_id: number },
): Promise<Wire<AlarmRule>> {
  await rules.count(deps, actor);
  return rules.change(deps, { id: rule_id, actor, policy }, { revision }, async (trx, rule, place) => {
    const before = fieldsOf(rule);
    const after: RuleFields = { ...before, ...withoutUndefined(changes) };
    requireThreshold(rule.kind, after.threshold);
    await requirePeople(trx, place, after);
    await updateRule(trx, rule_id, after, actor.user.id);
    await settleGrant(trx, 'alarm_rule', rule_id);
    await decideAgain(trx, place, after.threshold !== before.threshold);
    return { before, after, details: { kind: rule.kind } };
  });
}

/** Handles rules whose author could not set them any more: what holds above holds instead. */
export const alarmRuleGrant: GrantHandler = {
  async pass(trx, _deps, actor, { id }) {
    await passRule(trx, id, actor.user.id);
    await notifyThresholdsChanged(trx);
    return null;
  },
  end: (deps, actor, id) => removeRule(deps, actor, canHandleAlarms, id),
};

/** Throws not_found, forbidden, rate_limited. */
export async function removeRule(deps: RuleDeps, actor: Actor, policy: OwnerPolicy, ruleId: number): Promise<void> {
  await rules.count(deps, actor);
  await rules.remove(deps, { id: ruleId, actor, policy }, async (trx, rule, place) => {
    await deleteRule(trx, ruleId);
    await decideAgain(trx, place, rule.threshold !== null);
    return { before: { kind: rule.kind, ...fieldsOf(rule) } };
  });
}

const placeOf = ({ user_id, company_id }: { user_id: number; company_id: number }): ObjectPlace => ({
  owner_id: user_id,
  company_id,
});

const fieldsOf = (rule: RuleFields): RuleFields => ({
  enabled: rule.enabled,
  delay_s: rule.delay_s,
  clear_after_s: rule.clear_after_s,
  threshold: rule.threshold,
  severity: rule.severity,
  rises_after_minutes: rule.rises_after_minutes,
  tell: rule.tell,
  escalate_after_minutes: rule.escalate_after_minutes,
});

function requireThreshold(kind: AlarmKind, threshold: number | null): void {
  if (threshold === null) return;
  const limits = alarmKind(kind).threshold;
  if (!limits) throw fieldError('invalid_input', 'threshold', 'This kind of alarm has no threshold');
  if (threshold < limits.min || threshold > limits.max)
    throw fieldError(
      'invalid_input',
      'threshold',
      `Enter a value between ${limits.min} and ${limits.max} ${limits.unit}`,
    );
}

async function requirePeople(
  trx: Kysely<Database>,
  { owner_id }: ObjectPlace,
  { tell }: Pick<RuleFields, 'tell'>,
): Promise<void> {
  if (!tell || tell.people.length === 0) return;
  if ((await findStrangers(trx, owner_id, tell.people)).length > 0)
    throw fieldError('unprocessable', 'tell', 'Only people of the organisation can be told');
}

async function decideAgain(trx: Kysely<Database>, { owner_id }: ObjectPlace, isThreshold: boolean): Promise<void> {
  await reviewConditions(trx, owner_id);
  if (isThreshold) await notifyThresholdsChanged(trx);
}
