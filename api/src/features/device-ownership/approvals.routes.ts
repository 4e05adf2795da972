import { approvalsHttp, type DeviceApproval } from '@belfry/schemas/http/device-ownership/approvals';
import { Reply, type Page } from '../../http/routes/route.ts';
import { canDecideClaimsOf, type OwnerPolicy } from '../../policies/owners.ts';
import {
  findClaims,
  deleteEnrolments,
  findWaiting,
  lockWaiting,
  rejectApproval,
  settleClaims,
  type ApprovalRow,
} from './approvals.repository.ts';
import { withdrawClaim } from './claims.service.ts';
import { serve } from '../../serve.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { canSeeRoots } from '../../policies/accounts.ts';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import {
  ownerChanged,
  type OwnerChange,
  allowEnrolment,
  devicesChanged,
  createOwnedDevice,
  assignDevice,
} from '../devices/index.ts';
import { ownerPermits } from '../../people/owner-access.ts';
import type { Deps } from '../../deps.ts';

const ENROLMENT_MINUTES = 60;
async function listApprovals(
  { db }: Pick<Deps, 'db'>,
  user: Principal,
  page: Page,
): Promise<{ total: number; approvals: DeviceApproval[] }> {
  return findWaiting(db, { ...page, includesRoots: canSeeRoots(user) });
}
type Decision = { userIds: number[]; assigned?: { id: number; ownership: OwnerChange } };
/**
 * Grants a request: the user becomes the owner of the device, or the device may fetch its key from that address. Throws
 * not_found for a request that is not waiting, device_owned, mode_forbids, conflict.
 */
async function approve(deps: Deps, actor: Actor, policy: OwnerPolicy, id: number): Promise<void> {
  const { userIds, assigned } = await transact(deps.db, async (trx) => {
    const request = await lockPermitted(trx, actor.user, policy, id);
    const { serial, user_id, address } = request;
    const action = user_id === null ? 'device.approve-enrolment' : 'device.approve-claim';
    await audit(trx, actor, { action, object_kind: 'device', object_id: serial, details: { user_id, address } });
    return user_id === null ? approveEnrolment(trx, request) : approveClaim(trx, request, user_id);
  });
  if (assigned) {
    devicesChanged(deps, [assigned.id], assigned.ownership.ownerId);
    await ownerChanged(deps, assigned.ownership);
  }
  approvalsChanged(deps, id, userIds);
}
/** Rejects a request and notifies the user. Throws not_found for a request that is not waiting. */
async function reject(deps: Deps, actor: Actor, policy: OwnerPolicy, id: number): Promise<void> {
  const userIds = await transact(deps.db, async (trx) => {
    const { serial, user_id, address } = await lockPermitted(trx, actor.user, policy, id);
    const action = user_id === null ? 'device.reject-enrolment' : 'device.reject-claim';
    await audit(trx, actor, { action, object_kind: 'device', object_id: serial, details: { user_id, address } });
    await rejectApproval(trx, id);
    return user_id === null ? [] : [user_id];
  });
  approvalsChanged(deps, id, userIds);
}
async function lockPermitted(
  trx: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  id: number,
): Promise<ApprovalRow> {
  const request = await lockWaiting(trx, id);
  const isPermitted = request && (request.user_id === null || (await ownerPermits(trx, user, request.user_id, policy)));
  if (!isPermitted) throw notFound('This request is not waiting any more');
  return request;
}
async function approveClaim(trx: Kysely<Database>, { serial, note }: ApprovalRow, userId: number): Promise<Decision> {
  const assigned =
    (await assignDevice(trx, { serial, note, userId })) ??
    (await createOwnedDevice(trx, { serial, note, pass_hash: null, userId }));
  const others = await settleClaims(trx, { serial, user_id: userId });
  return { userIds: [userId, ...others], assigned };
}
async function approveEnrolment(trx: Kysely<Database>, { serial, address }: ApprovalRow): Promise<Decision> {
  if (!(await allowEnrolment(trx, serial, { address: address ?? '', minutes: ENROLMENT_MINUTES }))) {
    throw new AppError('conflict', 'This device has its key already, or a pass with which it can fetch one');
  }
  await deleteEnrolments(trx, serial);
  return { userIds: [] };
}
function approvalsChanged({ events }: Pick<Deps, 'events'>, id: number, userIds: readonly number[]): void {
  events.changed('approvals_changed', [id]);
  for (const userId of userIds) events.notify(userId, 'approvals_changed', [id]);
}

const decisionRoutes = [
  serve(approvalsHttp.list, { access: 'admin' }, async ({ deps, user, query: { page, page_size } }) => {
    const { total, approvals } = await listApprovals(deps, user, {
      limit: page_size,
      offset: (page - 1) * page_size,
    });
    return Reply.of(approvals, { headers: { 'X-Total-Count': String(total) } });
  }),
  serve(
    approvalsHttp.approve,
    { access: 'admin', policy: canDecideClaimsOf, audit: 'service' },
    ({ deps, user, ip, policy, params }) => approve(deps, { user, ip }, policy, params.id),
  ),
  serve(
    approvalsHttp.reject,
    { access: 'admin', policy: canDecideClaimsOf, audit: 'service' },
    ({ deps, user, ip, policy, params }) => reject(deps, { user, ip }, policy, params.id),
  ),
];

const claimRoutes = [
  serve(approvalsHttp.claims, { access: 'signed-in' }, ({ deps, user }) => findClaims(deps.db, user.id)),
  serve(
    approvalsHttp.withdraw,
    { access: 'signed-in', policy: 'own', audit: 'device.withdraw-claim of claim' },
    ({ deps, user, ip, params }) => withdrawClaim(deps, { user, ip }, params.id),
  ),
];

export const approvalsRoutes = [...decisionRoutes, ...claimRoutes];
