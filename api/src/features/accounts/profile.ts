import { type Profile, type UpdateProfileBody, usersHttp } from '@belfry/schemas/http/accounts/profile';
import type { Kysely } from 'kysely';
import { auditOwn, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { editConflict, fieldError, notFound } from '../../errors.ts';
import { keyOf } from '../../http/routes/guard.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findMainCompanies, findProfile, lockUser, updateUser, type UserRow } from '../../people/users.repository.ts';
import { currentOffset, userChanged } from '../../people/users.ts';
import { serve } from '../../serve.ts';
import { chooseZone, countryName, isCountry, isLanguage } from '../lookups/index.ts';

export const profileRoutes = [
  serve(usersHttp.profile, { access: 'signed-in' }, ({ deps, user, req }) => readProfile(deps.db, user, keyOf(req))),
  serve(usersHttp.update, { access: 'signed-in', audit: 'service' }, async ({ deps, user, body, ip, req }) => {
    const profile = await updateProfile(deps, { user, ip }, keyOf(req), body);
    return { success: true as const, message: 'Profile updated successfully!', user: profile };
  }),
];

type Caller = Pick<Principal, 'id' | 'key_created_at' | 'opened_by'>;

async function readProfile(
  db: Kysely<Database>,
  { id, key_created_at, opened_by }: Caller,
  user_key: string,
): Promise<Wire<Profile>> {
  const [user, companies] = await Promise.all([findProfile(db, id), findMainCompanies(db, id)]);
  if (!user) throw notFound();
  return { ...user, utc_offset: currentOffset(user), user_key, key_created_at, opened_by, companies };
}

/** Changes the caller's profile; absent fields stay. Throws unprocessable for an unknown country, language or zone, edit_conflict. */
async function updateProfile(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  user_key: string,
  { revision, ...changes }: UpdateProfileBody,
): Promise<Wire<Profile>> {
  const caller = actor.user;
  const saved = await transact(db, async (trx) => {
    const user = await lockUser(trx, caller.id);
    if (!user) throw notFound();
    if (revision !== undefined && revision !== user.revision) return false;
    const after = checked(user, changes);
    await updateUser(trx, user.id, after);
    const entry = { action: 'user.update-profile', object_kind: 'user', object_id: user.id } as const;
    await auditOwn(trx, actor, { ...entry, details: changes, before: user, after });
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
