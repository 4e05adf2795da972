import { ALARM_RULES_MAX, alarmKind, type AlarmKind } from '@belfry/schemas/domain/alarms';
import type {
  AlarmRule,
  AlarmRuleChangeBody,
  EffectiveAlarmRule,
  NewAlarmRuleBody,
} from '@belfry/schemas/http/alarms/rules';
import type { Kysely } from 'kysely';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, editConflict, fieldError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { type GrantHandler, settleGrant } from '../../people/grants.repository.ts';
import { lockUser } from '../../people/users.repository.ts';
import type { Caller } from '../../policies/accounts.ts';
import { canHandleAlarms, canReadNode, type OwnerPolicy } from '../../policies/owners.ts';
import { requireShare } from '../../people/organisation-share.ts';
import { reviewConditions } from './evaluator/conditions.repository.ts';
import { findAbove, findRules } from './evaluator/nodes.repository.ts';
import { requireNode, type AlarmNode } from './node-access.ts';
import { effectiveRules, type RuleFields } from './rule-settings.ts';
import {
  findHeldRules,
  deleteRule,
  findRulesOf,
  findStrangers,
  insertRule,
  lockRule,
  notifyThresholdsChanged,
  passRule,
  updateRule,
} from './rules.repository.ts';

type RuleDeps = Pick<Deps, 'config' | 'db' | 'events'>;

const PER_PERSON = { hits: 60, windowSeconds: 60 };
const countChange = (deps: Pick<Deps, 'config' | 'db'>, { user }: Actor): Promise<void> =>
  countAttempt(deps, [{ key: `alarm-rules:${user.id}`, ...PER_PERSON }], 'Too many changes of rules.');

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
  const { db, events } = deps;
  await countChange(deps, actor);
  const node = await requireNode(db, actor.user, company_id, policy);
  const rule = await transact(db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, node.user_id);
    const share = { user: actor.user, ownerId: node.user_id, max: ALARM_RULES_MAX, what: 'rules for alarms' };
    requireShare(await findHeldRules(trx, node.user_id), share);
    await requirePeople(trx, node, fields);
    const made = await insertRule(trx, { company_id, kind }, fields, actor.user.id);
    if (!made) throw new AppError('conflict', 'This element has a rule for this kind of alarm already');
    await changed(trx, node, fields.threshold !== null);
    const entry = { action: 'alarm_rule.create', object_kind: 'alarm_rule', object_id: made.rule_id } as const;
    await auditOf(trx, actor, node.user_id, { ...entry, company_id, after: { kind, ...fields } });
    return made;
  });
  events.changed('alarms_changed', [], node.user_id);
  return rule;
}

/** Throws as `createRule`, edit_conflict for a revision that is not the present one, invalid_input for a threshold that the kind has not. */
export async function changeRule(
  deps: RuleDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { rule_id, revision, ...changes }: AlarmRuleChangeBody & { rule_id: number },
): Promise<Wire<AlarmRule>> {
  await countChange(deps, actor);
  const { node, rule } = await transact(deps.db, async (trx) => {
    const found = await requireRule(trx, actor, policy, rule_id);
    const { kind, revision: present, ...before } = found.rule;
    if (revision !== undefined && revision !== present)
      throw editConflict('Somebody else has changed this rule', { ...found.rule });
    const after: RuleFields = { ...fieldsOf(before), ...withoutUndefined(changes) };
    requireThreshold(kind, after.threshold);
    await requirePeople(trx, found.node, after);
    const updated = await updateRule(trx, rule_id, after, actor.user.id);
    await settleGrant(trx, 'alarm_rule', rule_id);
    await changed(trx, found.node, after.threshold !== before.threshold);
    const entry = { action: 'alarm_rule.change', object_kind: 'alarm_rule', object_id: rule_id } as const;
    const sides = { before: fieldsOf(before), after };
    await auditOf(trx, actor, found.node.user_id, {
      ...entry,
      ...sides,
      company_id: before.company_id,
      details: { kind },
    });
    return { node: found.node, rule: updated };
  });
  deps.events.changed('alarms_changed', [], node.user_id);
  return rule;
}

/** A rule that whoever has set it could not set any more: what holds above holds instead. */
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
  await countChange(deps, actor);
  const owner = await transact(deps.db, async (trx) => {
    const { rule, node } = await requireRule(trx, actor, policy, ruleId);
    await deleteRule(trx, ruleId);
    await changed(trx, node, rule.threshold !== null);
    const entry = { action: 'alarm_rule.delete', object_kind: 'alarm_rule', object_id: ruleId } as const;
    const before = { kind: rule.kind, ...fieldsOf(rule) };
    await auditOf(trx, actor, node.user_id, { ...entry, before, company_id: rule.company_id });
    return node.user_id;
  });
  deps.events.changed('alarms_changed', [], owner);
}

async function requireRule(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: OwnerPolicy,
  ruleId: number,
): Promise<{ rule: Wire<AlarmRule>; node: AlarmNode }> {
  const rule = await lockRule(trx, ruleId);
  if (!rule) throw notFound('There is no such rule');
  return { rule, node: await requireNode(trx, user, rule.company_id, policy) };
}

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
  node: AlarmNode,
  { tell }: Pick<RuleFields, 'tell'>,
): Promise<void> {
  if (!tell || tell.people.length === 0) return;
  if ((await findStrangers(trx, node.user_id, tell.people)).length > 0)
    throw fieldError('unprocessable', 'tell', 'Only people of the organisation can be told');
}

/** Conditions are decided about again, and where thresholds differ, the values of devices compared with them. */
async function changed(trx: Kysely<Database>, { user_id }: AlarmNode, isThreshold: boolean): Promise<void> {
  await reviewConditions(trx, user_id);
  if (isThreshold) await notifyThresholdsChanged(trx);
}
