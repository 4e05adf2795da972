import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, callPage } from '../../lib/api/call.ts';

const ofTrigger = (id: number) => ({ id });
const ofFiring = (firing_id: number) => ({ firing_id });

export const triggersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTriggers: build.query({
      ...callFrom(triggersHttp.list, (_all: void) => ({})),
      providesTags: ['Live', 'Trigger'],
    }),
    getDeviceInputs: build.query({ ...call(triggersHttp.inputs), keepUnusedDataFor: 0 }),
    getAskingTriggers: build.query({ ...call(triggersHttp.asking), providesTags: ['Live', 'Trigger'] }),
    getTriggerFirings: build.query({
      ...callPage(triggersHttp.firings, (query: { id: number; page: number; page_size: number }) => query),
      providesTags: ['Live', 'Trigger'],
    }),
    // Each is fetched again after an error too: somebody else may have changed or confirmed it.
    createTrigger: build.mutation({ ...call(triggersHttp.create), invalidatesTags: ['Trigger'] }),
    changeTrigger: build.mutation({ ...call(triggersHttp.change), invalidatesTags: ['Trigger'] }),
    removeTrigger: build.mutation({ ...callFrom(triggersHttp.remove, ofTrigger), invalidatesTags: ['Trigger'] }),
    rotateTriggerSecret: build.mutation({ ...callFrom(triggersHttp.rotate, ofTrigger), invalidatesTags: ['Trigger'] }),
    testTrigger: build.mutation({ ...callFrom(triggersHttp.test, ofTrigger), invalidatesTags: ['Trigger'] }),
    confirmFiring: build.mutation({ ...callFrom(triggersHttp.confirm, ofFiring), invalidatesTags: ['Trigger'] }),
    declineFiring: build.mutation({ ...callFrom(triggersHttp.decline, ofFiring), invalidatesTags: ['Trigger'] }),
  }),
});

export const {
  useGetTriggersQuery,
  useGetDeviceInputsQuery,
  useGetAskingTriggersQuery,
  useCreateTriggerMutation,
  useChangeTriggerMutation,
  useRemoveTriggerMutation,
  useRotateTriggerSecretMutation,
  useTestTriggerMutation,
  useConfirmFiringMutation,
  useDeclineFiringMutation,
} = triggersApi;
