import type { Passkey } from '@belfry/schemas/http/accounts/passkeys';
import type { OwnerProof } from '@belfry/schemas/http/accounts/two-factor';
import { type Actor, audit } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { type AppError, notFound } from '../../../errors.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { lockUser } from '../../../people/users.repository.ts';
import { userChanged } from '../../../people/users.ts';
import { queueMessage } from '../../mail/outbox/index.ts';
import { deletePasskey, renamePasskey } from './passkeys.repository.ts';
import { refuseLastFactor } from '../required-second-factor.ts';
import { dropUnusedCodes } from '../two-factor.ts';
import { requireOwner } from './owner-proof.ts';

/** Renames a passkey of the caller. Throws not_found. */
export async function rename({ db }: Pick<Deps, 'db'>, actor: Actor, id: number, name: string): Promise<Wire<Passkey>> {
  const userId = actor.user.id;
  return transact(db, async (trx) => {
    await lockUser(trx, userId);
    const passkey = await renamePasskey(trx, { userId, id }, name);
    if (!passkey) throw passkeyNotFound();
    const entry = { action: 'passkey.rename', object_kind: 'user', object_id: userId } as const;
    await audit(trx, actor, { ...entry, details: { passkey: name } });
    return passkey;
  });
}

/**
 * Removes a passkey of the caller, who has proved it again, and tells them by mail. Throws not_found; wrong_password; conflict for the last
 * second factor where an organisation requires one; rate_limited.
 */
export async function removePasskey(
  deps: Pick<Deps, 'db' | 'config' | 'jobs' | 'events'>,
  actor: Actor,
  id: number,
  proof: OwnerProof,
): Promise<void> {
  const userId = actor.user.id;
  await requireOwner(deps, userId, proof);
  await transact(deps.db, async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user) throw passkeyNotFound();
    await refuseLastFactor(trx, userId, 'passkey');
    const name = await deletePasskey(trx, { userId, id });
    if (name === undefined) throw passkeyNotFound();
    await dropUnusedCodes(trx, userId);
    await queueMessage(trx, deps.jobs, { kind: 'passkey_removed', to: user, passkey: name });
    const entry = { action: 'passkey.remove', object_kind: 'user', object_id: userId } as const;
    await audit(trx, actor, { ...entry, details: { passkey: name } });
  });
  userChanged(deps, userId);
}

const passkeyNotFound = (): AppError => notFound('Passkey not found');
