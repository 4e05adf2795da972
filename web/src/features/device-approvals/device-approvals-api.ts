import { approvalsHttp, type DeviceApproval } from '@belfry/schemas/http/devices/approvals';
import { baseApi } from '../../api/base/base-api.ts';
import { call, callFrom } from '../../api/base/call.ts';
import { pageOf } from '../../api/base/page-of.ts';

export const deviceApprovalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /devices/approvals: one page of open requests, oldest first. */
    getApprovals: build.query({
      ...call(approvalsHttp.list),
      transformResponse: pageOf<DeviceApproval>,
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

export const { useDecideApprovalMutation, useGetClaimsQuery, useWithdrawClaimMutation } = deviceApprovalsApi;
