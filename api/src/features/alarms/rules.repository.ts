import type { AlarmRule } from '@belfry/schemas/http/alarms/rules';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findHeld, type Held } from '../../people/organisation-share.ts';
import type { RuleFields } from './rule-settings.ts';

const COLUMNS = [
  'rule_id',
  'company_id',
  'kind',
  'enabled',
  'delay_s',
  'clear_after_s',
  'threshold',
  'severity',
  'rises_after_minutes',
  'tell',
  'escalate_after_minutes',
  'revision',
  'updated_at',
] as const;

export async function findRulesOf(db: Kysely<Database>, companyId: number): Promise<Wire<AlarmRule>[]> {
  return db.selectFrom('alarm_rules').select(COLUMNS).where('company_id', '=', companyId).orderBy('kind').execute();
}

export const findRule = (db: Kysely<Database>, ruleId: number): Promise<Wire<AlarmRule> | undefined> =>
  db.selectFrom('alarm_rules').select(COLUMNS).where('rule_id', '=', ruleId).executeTakeFirst();

export async function lockRule(trx: Kysely<Database>, ruleId: number): Promise<Wire<AlarmRule> | undefined> {
  return trx.selectFrom('alarm_rules').select(COLUMNS).where('rule_id', '=', ruleId).forUpdate().executeTakeFirst();
}

export const findHeldRules = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(
    db,
    sql`select r.updated_by as made_by from alarm_rules r join companies c on c.company_id = r.company_id
    where c.user_id = ${ownerId}`,
  );

const columnsOf = ({ tell, ...fields }: RuleFields) => ({ ...fields, tell: tell && JSON.stringify(tell) });

/** Inserts a rule, and returns its id; undefined where the node has one for this kind. */
export async function insertRule(
  trx: Kysely<Database>,
  key: Pick<AlarmRule, 'company_id' | 'kind'>,
  fields: RuleFields,
  userId: number,
): Promise<number | undefined> {
  const rule = await trx
    .insertInto('alarm_rules')
    .values({ ...key, ...columnsOf(fields), updated_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('rule_id')
    .executeTakeFirst();
  return rule?.rule_id;
}

export async function updateRule(
  trx: Kysely<Database>,
  ruleId: number,
  fields: RuleFields,
  userId: number,
): Promise<void> {
  await trx
    .updateTable('alarm_rules')
    .set({
      ...columnsOf(fields),
      updated_by: userId,
      updated_at: sql<Date>`now()`,
      revision: sql<number>`revision + 1`,
    })
    .where('rule_id', '=', ruleId)
    .execute();
}

export async function passRule(trx: Kysely<Database>, ruleId: number, userId: number): Promise<void> {
  await trx.updateTable('alarm_rules').set({ updated_by: userId }).where('rule_id', '=', ruleId).execute();
}

export async function deleteRule(trx: Kysely<Database>, ruleId: number): Promise<void> {
  await trx.deleteFrom('alarm_rules').where('rule_id', '=', ruleId).execute();
}

export async function findStrangers(
  db: Kysely<Database>,
  ownerId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from unnest(${[...userIds]}::int4[]) as p (id)
    where p.id <> ${ownerId} and not exists (
      select from memberships m join companies c on c.company_id = m.company_id
      where m.user_id = p.id and c.user_id = ${ownerId})`.execute(db);
  return rows.map(({ id }) => id);
}

export const ALARM_THRESHOLDS_CHANNEL = 'belfry_alarm_thresholds';

export async function notifyThresholdsChanged(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_notify(${ALARM_THRESHOLDS_CHANNEL}, '')`.execute(trx);
}
