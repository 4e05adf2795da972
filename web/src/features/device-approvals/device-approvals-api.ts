import {
  deviceApprovalSchema,
  deviceClaimSchema,
  type DeviceApproval,
  type DeviceClaim,
} from '@belfry/schemas/http/devices/approvals';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { totalCount } from '../../api/base/total-count.ts';

/** Rows of the list in the page. */
export const APPROVALS_PAGE_SIZE = 4;

export type ApprovalPage = { approvals: DeviceApproval[]; total: number };

const deviceApprovalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /devices/approvals: one page of open requests, oldest first. */
    getApprovals: build.query<ApprovalPage, number, DeviceApproval[]>({
      query: (page) => ({ url: '/devices/approvals', params: { page, page_size: APPROVALS_PAGE_SIZE } }),
      rawResponseSchema: lenient(z.array(deviceApprovalSchema)),
      transformResponse: (approvals, meta) => ({
        approvals,
        total: totalCount(meta, approvals),
      }),
      providesTags: ['Live', 'Approval'],
    }),
    /** POST /devices/approvals/{id}/approve and /reject */
    decideApproval: build.mutation<void, { id: number; decision: 'approve' | 'reject' }>({
      query: ({ id, decision }) => ({ url: `/devices/approvals/${id}/${decision}`, method: 'POST' }),
      // Refetched after an error too: the request may have changed meanwhile.
      invalidatesTags: ['Approval', 'DeviceList'],
    }),
    /** GET /devices/user/claims: the devices that the user has claimed without their pass. */
    getClaims: build.query<DeviceClaim[], void>({
      query: () => '/devices/user/claims',
      rawResponseSchema: lenient(z.array(deviceClaimSchema)),
      providesTags: ['Live', 'Approval'],
    }),
    /** DELETE /devices/user/claims/{id} */
    withdrawClaim: build.mutation<void, number>({
      query: (id) => ({ url: `/devices/user/claims/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Approval'],
    }),
  }),
});

export const { useGetApprovalsQuery, useDecideApprovalMutation, useGetClaimsQuery, useWithdrawClaimMutation } =
  deviceApprovalsApi;
