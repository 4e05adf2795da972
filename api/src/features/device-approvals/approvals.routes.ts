import {
  approvalListQuerySchema,
  approvalParamsSchema,
  deviceApprovalSchema,
  deviceClaimSchema,
} from '@belfry/schemas/http/devices/approvals';
import { z } from 'zod';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canDecideClaimsOf } from '../../policies/owners.ts';
import { findClaims } from './approvals.repository.ts';
import type { DeviceApprovalsDeps } from './deps.ts';
import { approve, listApprovals, reject } from './approvals.service.ts';
import { withdrawClaim } from './claims.service.ts';

const route = routeWith<DeviceApprovalsDeps>();

const decisionRoutes = [
  route(
    {
      method: 'get',
      path: '/devices/approvals',
      summary: 'Devices that wait for approval, oldest first',
      description: 'Claims of users without the pass of a device, and devices without a pass that request their key.',
      access: 'admin',
      query: approvalListQuerySchema,
      answer: z.array(deviceApprovalSchema),
      headers: { 'X-Total-Count': 'how many wait' },
    },
    async ({ deps, user, query: { page, page_size } }) => {
      const { total, approvals } = await listApprovals(deps, user, {
        limit: page_size,
        offset: (page - 1) * page_size,
      });
      return Reply.of(approvals, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  route(
    {
      method: 'post',
      path: '/devices/approvals/{id}/approve',
      summary: 'Assign the device to the user who claims it, or allow the device at this address to fetch its key',
      access: 'admin',
      policy: canDecideClaimsOf,
      params: approvalParamsSchema,
      answer: null,
      errors: ['not_found', 'device_owned', 'mode_forbids', 'conflict'],
    },
    ({ deps, user, ip, policy, params }) => approve(deps, { user, ip }, policy, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/devices/approvals/{id}/reject',
      summary: 'Reject a claim or an enrolment',
      access: 'admin',
      policy: canDecideClaimsOf,
      params: approvalParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, policy, params }) => reject(deps, { user, ip }, policy, params.id),
  ),
];

const claimRoutes = [
  route(
    {
      method: 'get',
      path: '/devices/user/claims',
      summary: 'The claims of the user without a pass, waiting or rejected',
      access: 'signed-in',
      answer: z.array(deviceClaimSchema),
    },
    ({ deps, user }) => findClaims(deps.db, user.id),
  ),
  route(
    {
      method: 'delete',
      path: '/devices/user/claims/{id}',
      summary: 'Withdraw a claim, or dismiss a rejected one',
      access: 'signed-in',
      policy: 'own',
      params: approvalParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, params }) => withdrawClaim(deps, { user, ip }, params.id),
  ),
];

export const approvalsRoutes = [...decisionRoutes, ...claimRoutes];
