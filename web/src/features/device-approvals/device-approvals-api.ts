import { approvalsHttp, type DeviceApproval } from '@belfry/schemas/http/devices/approvals';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { baseApi } from '../../api/base/base-api.ts';
import { call, callFrom } from '../../api/base/call.ts';
import { totalCount } from '../../api/base/total-count.ts';

/** Rows of the list in the page. */
export const APPROVALS_PAGE_SIZE = 4;

export type ApprovalPage = { approvals: DeviceApproval[]; total: number };

const deviceApprovalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** One page of open requests, oldest first. */
    getApprovals: build.query({
      ...callFrom(approvalsHttp.list, (page: number) => ({ page, page_size: APPROVALS_PAGE_SIZE })),
      transformResponse: (approvals: DeviceApproval[], meta: FetchBaseQueryMeta | undefined): ApprovalPage => ({
        approvals,
        total: totalCount(meta, approvals),
      }),
      providesTags: ['Live', 'Approval'],
    }),
    decideApproval: build.mutation<null, { id: number; decision: 'approve' | 'reject' }>({
      query: ({ id, decision }) => call(approvalsHttp[decision]).query({ id }),
      // Refetched after an error too: the request may have changed meanwhile.
      invalidatesTags: ['Approval', 'DeviceList'],
    }),
    /** The devices that the user has claimed without their pass. */
    getClaims: build.query({ ...call(approvalsHttp.claims), providesTags: ['Live', 'Approval'] }),
    withdrawClaim: build.mutation({
      ...callFrom(approvalsHttp.withdraw, (id: number) => ({ id })),
      invalidatesTags: ['Approval'],
    }),
  }),
});

export const { useGetApprovalsQuery, useDecideApprovalMutation, useGetClaimsQuery, useWithdrawClaimMutation } =
  deviceApprovalsApi;
