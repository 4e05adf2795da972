import type { LoginAnswer } from '@belfry/schemas/http/accounts/auth';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Wire } from '../../../http/routes/route.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { createKey, hashKey } from '../../../lib/keys.ts';
import { setLastLogin } from '../users/index.ts';
import { insertKey } from './user-keys.repository.ts';

/** The address and user agent of a sign-in. */
export type Origin = { ip: string; userAgent: string | undefined };

const USER_AGENT_MAX = 300;

/**
 * Issues a key of a user and stores its hash. The key itself is only returned.
 * @param options the origin, and the administrator for whom it is issued, if any
 */
export async function issueKey(
  db: Kysely<Database>,
  user_id: number,
  { origin, made_by }: { origin?: Origin; made_by?: number } = {},
): Promise<{ user_key: string; expires_at: Date }> {
  const user_key = createKey();
  const user_agent = origin?.userAgent?.slice(0, USER_AGENT_MAX) ?? null;
  const key = { user_id, key_hash: hashKey(user_key), ip: origin?.ip ?? null, user_agent };
  const { expires_at } = await insertKey(db, made_by === undefined ? key : { ...key, made_by });
  return { user_key, expires_at };
}

/** Issues the key of a successful sign-in. Must run in the transaction that has locked the user. */
export async function openSession(
  trx: Kysely<Database>,
  user: { id: number; role: Role },
  origin: Origin,
): Promise<Wire<LoginAnswer>> {
  const key = await issueKey(trx, user.id, { origin });
  await setLastLogin(trx, user.id);
  return { ...key, id: user.id, role: user.role };
}
