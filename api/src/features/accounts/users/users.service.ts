import type { Profile, UpdateProfileBody } from '@belfry/schemas/http/accounts/profile';
import { offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { AppError, editConflict, fieldError, notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { countryName, isCountry, isLanguage, chooseZone } from '../../lookups/index.ts';
import { findMainCompanies, findProfile, hasUsers } from './find-users.repository.ts';
import { insertUsers, lockUser, updateUser, type NewUser, type UserRow } from './users.repository.ts';
import type { Deps } from '../../../deps.ts';

/**
 * Creates a user. Throws user_exists if the mail or the phone exists; database_unavailable before the first start has
 * finished, because the first root account is only created in an empty table.
 */
export async function createUser(db: Kysely<Database>, user: NewUser): Promise<UserRow> {
  const [made] = await createUsers(db, [user]);
  return made as UserRow;
}

/** Creates several users with the statements of one. Throws as `createUser`, and creates nobody then, in a transaction that ends with it. */
export async function createUsers(db: Kysely<Database>, users: readonly NewUser[]): Promise<UserRow[]> {
  if (!(await hasUsers(db))) throw new AppError('database_unavailable', 'Belfry is starting. Please try again');
  const made = await insertUsers(db, users);
  if (made.length < users.length) throw userExists();
  return made;
}

/** Another account has this mail or phone. */
export const userExists = (): AppError =>
  new AppError('user_exists', 'User with this email or phone number already exists');

/** Notifies consoles that show the list of users. Without ids, because admins must not know of root accounts. */
export const usersChanged = ({ events }: Pick<Deps, 'events'>): void => events.changed('users_changed', []);

/** Notifies consoles that show the list of users, and those of the user. */
export function userChanged({ events }: Pick<Deps, 'events'>, id: number): void {
  usersChanged({ events });
  events.notify(id, 'user_changed', [id]);
}

type Caller = Pick<Principal, 'id' | 'key_created_at' | 'opened_by'>;

/** The answer of GET /users/info; the key and its date are those of the request. */
export async function readProfile(
  db: Kysely<Database>,
  { id, key_created_at, opened_by }: Caller,
  user_key: string,
): Promise<Wire<Profile>> {
  const [user, companies] = await Promise.all([findProfile(db, id), findMainCompanies(db, id)]);
  if (!user) throw notFound();
  return { ...user, utc_offset: currentOffset(user), user_key, key_created_at, opened_by, companies };
}

/** The current offset of the time zone; the stored one may be that of another season. */
export function currentOffset({ time_zone, utc_offset }: Pick<UserRow, 'time_zone' | 'utc_offset'>): number {
  try {
    return offsetOfZone(time_zone, new Date());
  } catch {
    return utc_offset;
  }
}

/** Changes the caller's profile; absent fields stay. Throws unprocessable for an unknown country, language or zone, edit_conflict. */
export async function updateProfile(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  caller: Caller,
  user_key: string,
  { revision, ...changes }: UpdateProfileBody,
): Promise<Wire<Profile>> {
  const saved = await transact(db, async (trx) => {
    const user = await lockUser(trx, caller.id);
    if (!user) throw notFound();
    if (revision !== undefined && revision !== user.revision) return false;
    await updateUser(trx, user.id, checked(user, changes));
    return true;
  });
  if (!saved) {
    const { user_key: _secret, ...current } = await readProfile(db, caller, user_key);
    throw editConflict('Your profile has been changed elsewhere meanwhile.', current);
  }
  userChanged({ events }, caller.id);
  return readProfile(db, caller, user_key);
}

/** Without the security fields, which only `changeAccount` may change. */
type ProfileChanges = Partial<Omit<UserRow, 'role' | 'email' | 'phone' | 'password_hash' | 'blocked' | 'active'>>;

function checked(user: UserRow, { time_zone, utc_offset, ...changes }: UpdateProfileBody): ProfileChanges {
  const { country_code, lang } = changes;
  if (country_code != null && !isCountry(country_code))
    throw fieldError('unprocessable', 'country_code', 'There is no such country');
  if (lang !== undefined && !isLanguage(lang)) throw fieldError('unprocessable', 'lang', 'There is no such language');
  // A country code without a name sets the name too.
  const named = country_code != null && changes.country === undefined ? { country: countryName(country_code) } : {};
  if (time_zone === undefined && utc_offset === undefined) return { ...changes, ...named };

  const home = country_code === undefined ? user.country_code : country_code;
  const zone = chooseZone({ time_zone, utc_offset, country_code: home, current: user.time_zone });
  if (!zone) throw fieldError('unprocessable', 'time_zone', 'There is no such time zone');
  return { ...changes, ...named, ...zone };
}
