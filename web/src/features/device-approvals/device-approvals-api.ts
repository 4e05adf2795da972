import { approvalsHttp, type DeviceApproval } from '@belfry/schemas/http/devices/approvals';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { baseApi } from '../../api/base/base-api.ts';
import { totalCount } from '../../api/base/total-count.ts';
import { callFrom, call } from '../../api/base/call.ts';

/** Rows of the list in the page. */
export const APPROVALS_PAGE_SIZE = 4;

export type ApprovalPage = { approvals: DeviceApproval[]; total: number };

const deviceApprovalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /devices/approvals: one page of open requests, oldest first. */
    getApprovals: build.query({
      ...callFrom(approvalsHttp.list, (page: number) => ({ page, page_size: APPROVALS_PAGE_SIZE })),
      transformResponse: (approvals: DeviceApproval[], meta: FetchBaseQueryMeta | undefined): ApprovalPage => ({
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
    getClaims: build.query({ ...call(approvalsHttp.claims), providesTags: ['Live', 'Approval'] }),
    /** DELETE /devices/user/claims/{id} */
    withdrawClaim: build.mutation({
      ...callFrom(approvalsHttp.withdraw, (id: number) => ({ id })),
      invalidatesTags: ['Approval'],
    }),
  }),
});

export const { useGetApprovalsQuery, useDecideApprovalMutation, useGetClaimsQuery, useWithdrawClaimMutation } =
  deviceApprovalsApi;
