import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { baseApi, type Tag } from '../../lib/api/base-api.ts';
import { call, callFrom, callPage, unlessFailed } from '../../lib/api/call.ts';

const CHANGED: Tag[] = ['NetworkSpeaker', 'Company', 'Group', 'Device', 'DeviceList'];

const networkSpeakersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSenders: build.query({
      ...callFrom(networkSpeakersHttp.senders, (company_id: number) => ({ company_id })),
      keepUnusedDataFor: 0,
    }),
    getCarried: build.query({
      ...callPage(networkSpeakersHttp.list, (sender: string) => ({ sender })),
      providesTags: ['Live', 'NetworkSpeaker'],
    }),
    getNetworkSpeaker: build.query({
      ...callFrom(networkSpeakersHttp.read, (device_id: number) => ({ device_id })),
      providesTags: ['Live', 'NetworkSpeaker'],
    }),
    addNetworkSpeaker: build.mutation({
      ...call(networkSpeakersHttp.create),
      invalidatesTags: unlessFailed(...CHANGED),
    }),
    changeNetworkSpeaker: build.mutation({
      ...call(networkSpeakersHttp.change),
      invalidatesTags: unlessFailed(...CHANGED),
    }),
    removeNetworkSpeaker: build.mutation({
      ...callFrom(networkSpeakersHttp.remove, (device_id: number) => ({ device_id })),
      invalidatesTags: unlessFailed(...CHANGED),
    }),
  }),
});

export const {
  useGetSendersQuery,
  useGetCarriedQuery,
  useGetNetworkSpeakerQuery,
  useAddNetworkSpeakerMutation,
  useChangeNetworkSpeakerMutation,
  useRemoveNetworkSpeakerMutation,
} = networkSpeakersApi;
