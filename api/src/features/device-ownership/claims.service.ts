import type { DeviceClaim } from '@belfry/schemas/http/device-ownership/approvals';
import { DEVICE_CLAIMS_MAX } from '@belfry/schemas/domain/limits';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../errors.ts';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import {
  countOtherClaims,
  deleteClaim,
  deleteEnrolments,
  upsertClaim,
  upsertEnrolment,
} from './approvals.repository.ts';
import type { Deps } from '../../deps.ts';

/**
 * Stores a user's claim for a device without its pass, about which an administrator decides. Throws unprocessable for a user
 * with too many claims.
 */
export async function requestClaim(
  { db, events }: Deps,
  actor: Actor,
  { serial, note }: { serial: string; note: string | null },
): Promise<DeviceClaim> {
  const user_id = actor.user.id;
  const claim = await transact(db, async (trx) => {
    if ((await countOtherClaims(trx, user_id, serial)) >= DEVICE_CLAIMS_MAX) {
      throw new AppError('unprocessable', `There can be ${DEVICE_CLAIMS_MAX} devices at most that wait for approval`);
    }
    await audit(trx, actor, { action: 'device.claim', object_kind: 'device', object_id: serial });
    return upsertClaim(trx, { serial, user_id, note });
  });
  events.changed('approvals_changed', [claim.id], user_id);
  return claim;
}

/** Withdraws a claim of the caller. Throws not_found. */
export async function withdrawClaim({ db, events }: Deps, { user }: Actor, id: number): Promise<void> {
  if (!(await deleteClaim(db, user.id, id))) throw notFound('This claim is not there any more');
  events.changed('approvals_changed', [id], user.id);
}

export async function requestEnrolment({ db, events }: Deps, serial: string, address: string): Promise<void> {
  if (await upsertEnrolment(db, serial, address)) events.changed('approvals_changed', []);
}

export async function endRequests({ db, events }: Deps, serial: string): Promise<void> {
  await deleteEnrolments(db, serial);
  events.changed('approvals_changed', []);
}
