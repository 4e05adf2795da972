import type { Profile } from '@belfry/schemas/http/auth';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import type { Wire } from '../../http/route.ts';
import { findUserByEmail, findUserById, setLastLogin } from './users.repository.ts';

export { findUserByEmail as findUserForSignIn, setLastLogin as recordSignIn };

/** The signed-in person as GET /users/info answers; the key and its date are those of the key in use. */
export async function readProfile(db: Kysely<Database>, caller: Principal, user_key: string): Promise<Wire<Profile>> {
  const user = await findUserById(db, caller.id);
  if (!user) throw notFound();
  const { password_hash: _secret, ...profile } = user;
  return { ...profile, user_key, key_created_at: caller.key_created_at, two_factor: false, companies: [] };
}
