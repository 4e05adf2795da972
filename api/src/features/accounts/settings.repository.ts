import type { OrganisationSession, UpdateUserSettings, UserSettings } from '@belfry/schemas/http/accounts/settings';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

export async function findUserSettings(db: Kysely<Database>, userId: number): Promise<UserSettings> {
  const { rows } = await sql<UserSettings>`
    select s.session_minutes, coalesce(s.system_notifications, false) as system_notifications,
      coalesce(s.auto_save, true) as auto_save, coalesce(s.alarm_mail, 'low') as alarm_mail,
      coalesce(s.alarm_sms, 'critical') as alarm_sms, coalesce(s.alarm_push, 'medium') as alarm_push, coalesce(s.report_mail, false) as report_mail, s.alarm_quiet, max_session_minutes_of(p.id) as max_session_minutes
    from (select ${userId}::int as id) p left join user_settings s on s.user_id = p.id`.execute(db);
  return rows[0] as UserSettings;
}

/** Stores the given choices; the others stay. A shorter time-out ends the sessions of the user that are idle for longer. */
export async function saveUserSettings(
  db: Kysely<Database>,
  userId: number,
  choices: UpdateUserSettings,
): Promise<void> {
  if (Object.keys(choices).length === 0) return;
  const { alarm_quiet, ...others } = choices;
  const quiet = alarm_quiet === null ? null : JSON.stringify(alarm_quiet);
  const values = { ...others, ...(alarm_quiet !== undefined && { alarm_quiet: quiet }) };
  await db
    .insertInto('user_settings')
    .values({ ...values, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function findOrganisationSession(db: Kysely<Database>, ownerId: number): Promise<OrganisationSession> {
  const row = await db
    .selectFrom('organisation_settings')
    .select('max_session_minutes')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return { max_session_minutes: row?.max_session_minutes ?? null };
}

/** A shorter maximum ends the sessions of the owner and all members that are idle for longer. */
export async function saveOrganisationSession(
  db: Kysely<Database>,
  ownerId: number,
  { max_session_minutes }: OrganisationSession,
): Promise<void> {
  await db
    .insertInto('organisation_settings')
    .values({ owner_id: ownerId, max_session_minutes })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ max_session_minutes }))
    .execute();
}

export async function findPeopleOfOrganisation(db: Kysely<Database>, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select ${ownerId}::int as user_id
    union
    select m.user_id from companies c join memberships m on m.company_id = c.company_id
    where c.user_id = ${ownerId}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
