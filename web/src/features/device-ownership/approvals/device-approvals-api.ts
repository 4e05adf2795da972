import { approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, callPage } from '../../../lib/api/call.ts';

export const deviceApprovalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** One page of open requests, oldest first. */
    getApprovals: build.query({
      ...callPage(approvalsHttp.list),
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

export const { useDecideApprovalMutation, useGetClaimsQuery, useWithdrawClaimMutation } = deviceApprovalsApi;
