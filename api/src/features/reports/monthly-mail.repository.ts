import { RIGHTS } from '@belfry/schemas/domain/rights';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { AlarmNode } from '../alarms/index.ts';

export type ReportReader = { user_id: number; name: string; email: string; lang: string; time_zone: string };

export async function findReaders(db: Kysely<Database>, month: string, limit: number): Promise<ReportReader[]> {
  const { rows } = await sql<ReportReader>`
    select u.id as user_id, u.name, u.email, u.lang, u.time_zone from user_settings s join users u on u.id = s.user_id
    left join report_mails m on m.user_id = s.user_id
    where s.report_mail and (m.month is null or m.month < ${month}) and not u.blocked and u.active
    order by m.month nulls first, u.id limit ${limit}`.execute(db);
  return rows;
}

/** @returns whether nobody has noted it before */
export async function claimMonth(trx: Kysely<Database>, userId: number, month: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    insert into report_mails as m (user_id, month) values (${userId}::int, ${month})
    on conflict (user_id) do update set month = excluded.month where m.month < excluded.month returning user_id`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function findNodesOf(db: Kysely<Database>, userId: number, limit: number): Promise<AlarmNode[]> {
  const { rows } = await sql<AlarmNode>`
    select c.company_id, c.user_id, c.name from companies c
    where (c.user_id = ${userId}::int and c.parent_company_id is null) or c.company_id in (
      select m.company_id from memberships m
      where m.user_id = ${userId}::int and m.rights & ${sql.lit(RIGHTS.read)} > 0 and (m.expires_at is null or m.expires_at > now()))
    order by c.level, c.name, c.company_id limit ${limit}`.execute(db);
  return rows;
}
