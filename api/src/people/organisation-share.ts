import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Principal } from '../http/routes/principal.ts';

export type Held = { user_id: number | null; name: string | null; held: number };

/** What one member may have of it, and all members together: the rest is the owner's. */
export const MEMBER_SHARE = 0.5;
export const MEMBERS_SHARE = 0.8;
const NAMED = 3;

/** Who has how many of these, the most first. @param rows statement with a column `made_by` */
export async function findHeld(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<Held[]> {
  const { rows: held } = await sql<Held>`
    select r.made_by as user_id, u.name, count(*)::int as held
    from (${rows}) as r left join users u on u.id = r.made_by
    group by r.made_by, u.name order by held desc, r.made_by`.execute(db);
  return held;
}

type OwnedTable =
  | 'audio'
  | 'bell_timetables'
  | 'chimes'
  | 'device_groups'
  | 'dictionary_entries'
  | 'holiday_calendars'
  | 'messages'
  | 'playlists'
  | 'schedules'
  | 'sms_templates'
  | 'stations';
export const findHeldOf = (db: Kysely<Database>, table: OwnedTable, ownerId: number): Promise<Held[]> =>
  findHeld(
    db,
    sql`select coalesce(created_by, user_id) as made_by from ${sql.table(table)} where user_id = ${ownerId}`,
  );

type Wanted = { user: Pick<Principal, 'id' | 'role'>; ownerId: number; max: number; what: string };

/**
 * The owner, and who administers the installation, may use up what an organisation has; members leave something of it to the owner and to each
 * other. Throws unprocessable, which says who has how many.
 */
export function requireShare(held: readonly Held[], { user, ownerId, max, what }: Wanted): void {
  const sum = (of: readonly Held[]): number => of.reduce((total, one) => total + one.held, 0);
  const isOwnersAlone = held.every(({ user_id }) => user_id === ownerId);
  const refuse = (text: string): never => {
    throw new AppError('unprocessable', isOwnersAlone ? text : `${text}. ${describeHeld(held, { user, ownerId })}`);
  };
  if (sum(held) >= max) refuse(`There can be ${max} ${what} at most`);
  if (user.id === ownerId || user.role !== 'user') return;
  const ofOne = Math.floor(max * MEMBER_SHARE);
  const ofMembers = Math.floor(max * MEMBERS_SHARE);
  if (sum(held.filter(({ user_id }) => user_id === user.id)) >= ofOne) refuse(`A member has ${ofOne} ${what} at most`);
  if (sum(held.filter(({ user_id }) => user_id !== ownerId)) >= ofMembers)
    refuse(`The members of an organisation have ${ofMembers} ${what} at most`);
}

/** Who has how many, those with the most; a member is told no names of people whom they may not know. */
export function describeHeld(held: readonly Held[], { user, ownerId }: Pick<Wanted, 'user' | 'ownerId'>): string {
  if (user.id === ownerId || user.role !== 'user') {
    const named = held.slice(0, NAMED).map((one) => `${one.name ?? 'People who are gone'}: ${one.held}`);
    return `${named.join(', ')}.`;
  }
  const own = held.find(({ user_id }) => user_id === user.id)?.held ?? 0;
  return `You: ${own}, others: ${held.reduce((total, one) => total + one.held, 0) - own}.`;
}
