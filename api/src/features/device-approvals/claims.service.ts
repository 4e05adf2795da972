import type { DeviceClaim } from '@belfry/schemas/http/device-approvals';
import { DEVICE_CLAIMS_MAX } from '@belfry/schemas/domain/limits';
import { AppError, notFound } from '../../errors.ts';
import { audit, type Actor } from '../audit/index.ts';
import type { DeviceApprovalsDeps } from './deps.ts';
import {
  countOtherClaims,
  deleteClaim,
  deleteEnrolments,
  upsertClaim,
  upsertEnrolment,
} from './approvals.repository.ts';

/**
 * Notes that a person claims a device without its pass, so that an administrator decides. Throws unprocessable for a
 * person who has too many claims.
 */
export async function requestClaim(
  { db, events }: DeviceApprovalsDeps,
  actor: Actor,
  { serial, note }: { serial: string; note: string | null },
): Promise<DeviceClaim> {
  const user_id = actor.user.id;
  const claim = await db.transaction().execute(async (trx) => {
    if ((await countOtherClaims(trx, user_id, serial)) >= DEVICE_CLAIMS_MAX) {
      throw new AppError('unprocessable', `There can be ${DEVICE_CLAIMS_MAX} devices at most that wait for approval`);
    }
    await audit(trx, actor, { action: 'device.claim', object_kind: 'device', object_id: serial });
    return upsertClaim(trx, { serial, user_id, note });
  });
  events.changed('approvals_changed', [claim.id], user_id);
  return claim;
}

/** Takes back a claim of one's own. Throws not_found. */
export async function withdrawClaim({ db, events }: DeviceApprovalsDeps, { user }: Actor, id: number): Promise<void> {
  if (!(await deleteClaim(db, user.id, id))) throw notFound('This claim is not there any more');
  events.changed('approvals_changed', [id], user.id);
}

/** Notes that a device without a pass asks for its key. */
export async function requestEnrolment(
  { db, events }: DeviceApprovalsDeps,
  serial: string,
  address: string,
): Promise<void> {
  if (await upsertEnrolment(db, serial, address)) events.changed('approvals_changed', []);
}

/** A device has its key: whoever else asks for it in its name asks in vain. */
export async function endRequests({ db, events }: DeviceApprovalsDeps, serial: string): Promise<void> {
  await deleteEnrolments(db, serial);
  events.changed('approvals_changed', []);
}
