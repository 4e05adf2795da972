import { approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
import { Reply } from '../../../http/routes/route.ts';
import { canDecideClaimsOf } from '../../../policies/owners.ts';
import { findClaims } from './approvals.repository.ts';
import { approve, listApprovals, reject } from './approvals.service.ts';
import { withdrawClaim } from './claims.service.ts';
import { serve } from '../../../serve.ts';

const decisionRoutes = [
  serve(approvalsHttp.list, { access: 'admin' }, async ({ deps, user, query: { page, page_size } }) => {
    const { total, approvals } = await listApprovals(deps, user, {
      limit: page_size,
      offset: (page - 1) * page_size,
    });
    return Reply.of(approvals, { headers: { 'X-Total-Count': String(total) } });
  }),
  serve(approvalsHttp.approve, { access: 'admin', policy: canDecideClaimsOf }, ({ deps, user, ip, policy, params }) =>
    approve(deps, { user, ip }, policy, params.id),
  ),
  serve(approvalsHttp.reject, { access: 'admin', policy: canDecideClaimsOf }, ({ deps, user, ip, policy, params }) =>
    reject(deps, { user, ip }, policy, params.id),
  ),
];

const claimRoutes = [
  serve(approvalsHttp.claims, { access: 'signed-in' }, ({ deps, user }) => findClaims(deps.db, user.id)),
  serve(approvalsHttp.withdraw, { access: 'signed-in', policy: 'own' }, ({ deps, user, ip, params }) =>
    withdrawClaim(deps, { user, ip }, params.id),
  ),
];

export const approvalsRoutes = [...decisionRoutes, ...claimRoutes];
