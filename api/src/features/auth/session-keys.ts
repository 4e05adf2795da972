import type { LoginAnswer } from '@belfry/schemas/http/auth';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Deps } from '../../deps.ts';
import type { Wire } from '../../http/route.ts';
import { recordSignIn } from '../users/users.service.ts';
import { createKey, hashKey } from './keys.ts';
import { insertKey } from './user-keys.repository.ts';

/** Where a sign-in comes from. */
export type Origin = { ip: string; userAgent: string | undefined };

const USER_AGENT_MAX = 300;

/** Makes the key of a sign-in whose every step was right. */
export async function openSession(
  { db }: Pick<Deps, 'db'>,
  user: { id: number; role: Role },
  { ip, userAgent }: Origin,
): Promise<Wire<LoginAnswer>> {
  const user_key = createKey();
  const key = {
    user_id: user.id,
    key_hash: hashKey(user_key),
    ip,
    user_agent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
  };
  const [{ expires_at }] = await Promise.all([insertKey(db, key), recordSignIn(db, user.id)]);
  return { user_key, id: user.id, role: user.role, expires_at };
}
