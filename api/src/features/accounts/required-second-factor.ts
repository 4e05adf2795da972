import {
  type RequiredSecondFactor,
  requiredSecondFactorHttp,
} from '@belfry/schemas/http/accounts/required-second-factor';
import type { SecondFactorSetup } from '@belfry/schemas/http/accounts/auth';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { lockUser, setLastLogin, type UserRow } from '../../people/users.repository.ts';
import { serve } from '../../serve.ts';
import { liftSetupKey } from './keys.repository.ts';
import { isSecondFactorRequired, putRequirement, readRequirement } from './organisation-settings.repository.ts';
import { countPasskeys } from './passkeys/passkeys.repository.ts';
import { issueKey, type Origin } from './sessions.ts';
import { findTwoFactor } from './two-factor.repository.ts';

export const requiredSecondFactorRoutes = [
  serve(requiredSecondFactorHttp.read, { access: 'signed-in', ownKeyOnly: true }, ({ deps, user }) =>
    readRequirement(deps.db, user.id),
  ),
  serve(
    requiredSecondFactorHttp.change,
    { access: 'signed-in', ownKeyOnly: true, audit: 'organisation.second-factor of organisation' },
    ({ deps, user, ip, body }) => changeRequirement(deps, { user, ip }, body.required),
  ),
];

async function changeRequirement(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  required: boolean,
): Promise<Wire<RequiredSecondFactor>> {
  const ownerId = actor.user.id;
  return transact(db, async (trx) => {
    await lockUser(trx, ownerId);
    if (await putRequirement(trx, ownerId, required)) {
      const verb = required ? 'require-second-factor' : 'waive-second-factor';
      const entry = { action: `organisation.${verb}`, object_kind: 'user', object_id: ownerId } as const;
      await audit(trx, actor, { ...entry, details: { required } });
    }
    return readRequirement(trx, ownerId);
  });
}

/** A key with which a person sets up the second factor that an organisation requires. Must run in the transaction that has locked the user. */
export async function openSetup(
  trx: Kysely<Database>,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
  origin: Origin,
): Promise<Wire<SecondFactorSetup>> {
  const { user_key, expires_at } = await issueKey(trx, id, { origin, only_setup: true });
  return { second_factor_setup_required: true, setup_key: user_key, id, role, expires_at };
}

/**
 * Makes the key of a sign-in that had to set up a second factor an ordinary one. Call it once there is one, and `auth.forget` after the commit
 * where this returns true.
 */
export async function completeSetup(db: Kysely<Database>, { id, key_id }: Principal): Promise<boolean> {
  const isLifted = await liftSetupKey(db, key_id);
  if (isLifted) await setLastLogin(db, id);
  return isLifted;
}

type GivenUp = 'app' | 'passkey';

/** Throws conflict where an organisation requires a second factor and this is the last one. For a transaction that has locked the user. */
export async function refuseLastFactor(trx: Kysely<Database>, userId: number, givenUp: GivenUp): Promise<void> {
  const hasApp = (await findTwoFactor(trx, userId))?.enabled_at != null;
  const passkeys = await countPasskeys(trx, userId);
  const left = givenUp === 'app' ? passkeys : passkeys - 1 + (hasApp ? 1 : 0);
  if (left > 0 || !(await isSecondFactorRequired(trx, userId))) return;
  throw new AppError(
    'conflict',
    'Your organisation requires a second factor, and this is your last one. Please set up another one first.',
  );
}
