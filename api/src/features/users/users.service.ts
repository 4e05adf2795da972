import type { Profile, UpdateProfileBody } from '@belfry/schemas/http/auth';
import { offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { AppError, editConflict, notFound } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import type { Wire } from '../../http/route.ts';
import { countryName, isCountry, isLanguage, chooseZone } from '../lookups/index.ts';
import type { UsersDeps } from './deps.ts';
import {
  findMainCompanies,
  findProfile,
  hasUsers,
  insertUser,
  lockUser,
  updateUser,
  type NewUser,
} from './users.repository.ts';
import type { UserRow } from './users.table.ts';

/**
 * Makes a user. Throws user_exists where the mail, or the phone, is taken; database_unavailable before the first start is
 * through: with a stranger in the table the first root account would never be made.
 */
export async function createUser(db: Kysely<Database>, user: NewUser): Promise<UserRow> {
  if (!(await hasUsers(db))) throw new AppError('database_unavailable', 'Belfry is starting. Please try again');
  const made = await insertUser(db, user);
  if (!made) throw userExists();
  return made;
}

/** Somebody else has this mail or phone. */
export const userExists = (): AppError =>
  new AppError('user_exists', 'User with this email or phone number already exists');

/** Tells whoever has the list of people open. It names nobody: for an admin a root is not there. */
export const usersChanged = ({ events }: Pick<UsersDeps, 'events'>): void => events.changed('users_changed', []);

/** The same, and the person. */
export function userChanged({ events }: Pick<UsersDeps, 'events'>, id: number): void {
  usersChanged({ events });
  events.notify(id, 'user_changed', [id]);
}

type Caller = Pick<Principal, 'id' | 'key_created_at' | 'opened_by'>;

/** The signed-in person as GET /users/info answers; the key and its date are those of the key in use. */
export async function readProfile(
  db: Kysely<Database>,
  { id, key_created_at, opened_by }: Caller,
  user_key: string,
): Promise<Wire<Profile>> {
  const [user, companies] = await Promise.all([findProfile(db, id), findMainCompanies(db, id)]);
  if (!user) throw notFound();
  return { ...user, utc_offset: currentOffset(user), user_key, key_created_at, opened_by, companies };
}

/** What the zone has now; what was stored may be of another season. */
export function currentOffset({ time_zone, utc_offset }: Pick<UserRow, 'time_zone' | 'utc_offset'>): number {
  try {
    return offsetOfZone(time_zone, new Date());
  } catch {
    return utc_offset;
  }
}

/** Changes one's own profile; what is absent stays. Throws unprocessable for a country, language or zone that there is not, edit_conflict. */
export async function updateProfile(
  { db, events }: Pick<UsersDeps, 'db' | 'events'>,
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

/** Nothing that the account is trusted by: that is changed by `changeAccount` alone. */
type ProfileChanges = Partial<Omit<UserRow, 'role' | 'email' | 'phone' | 'password_hash' | 'blocked' | 'active'>>;

function checked(user: UserRow, { time_zone, utc_offset, ...changes }: UpdateProfileBody): ProfileChanges {
  const { country_code, lang } = changes;
  if (country_code != null && !isCountry(country_code)) throw unprocessable('country_code', 'There is no such country');
  if (lang !== undefined && !isLanguage(lang)) throw unprocessable('lang', 'There is no such language');
  // A country that comes as a code alone brings its name.
  const named = country_code != null && changes.country === undefined ? { country: countryName(country_code) } : {};
  if (time_zone === undefined && utc_offset === undefined) return { ...changes, ...named };

  const home = country_code === undefined ? user.country_code : country_code;
  const zone = chooseZone({ time_zone, utc_offset, country_code: home, current: user.time_zone });
  if (!zone) throw unprocessable('time_zone', 'There is no such time zone');
  return { ...changes, ...named, ...zone };
}

const unprocessable = (path: string, message: string): AppError =>
  new AppError('unprocessable', message, { details: [{ path, message }] });
