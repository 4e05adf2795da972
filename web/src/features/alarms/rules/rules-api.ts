import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom } from '../../../lib/api/call.ts';

const rulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAlarmRules: build.query({
      ...callFrom(alarmRulesHttp.list, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Alarm'],
    }),
    getEffectiveAlarmRules: build.query({
      ...callFrom(alarmRulesHttp.effective, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Alarm'],
    }),
    // Each is fetched again after an error too: somebody else may have changed it.
    createAlarmRule: build.mutation({ ...call(alarmRulesHttp.create), invalidatesTags: ['Alarm'] }),
    changeAlarmRule: build.mutation({ ...call(alarmRulesHttp.change), invalidatesTags: ['Alarm'] }),
    removeAlarmRule: build.mutation({
      ...callFrom(alarmRulesHttp.remove, (rule_id: number) => ({ rule_id })),
      invalidatesTags: ['Alarm'],
    }),
  }),
});

export const {
  useGetAlarmRulesQuery,
  useGetEffectiveAlarmRulesQuery,
  useCreateAlarmRuleMutation,
  useChangeAlarmRuleMutation,
  useRemoveAlarmRuleMutation,
} = rulesApi;
