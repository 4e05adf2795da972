import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { baseApi } from '../../lib/api/base-api.ts';
import { askFor, call, unlessFailed } from '../../lib/api/call.ts';
import { wallTime } from '../../lib/local-time.ts';

/** Silence comes before everything that was planned with a lower one. */
const PRIORITY_MAX = 9;

type Silence = { company_id: number; name: string; minutes: number };

const silenceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Silences a place from now on: a schedule that happens once, by the clock of the place. Its answer is that schedule. */
    silencePlace: build.mutation<{ id: number }, Silence>({
      queryFn: async ({ company_id, name, minutes }, _api, _options, ask) => {
        const settings = await askFor(ask, call(companiesHttp.effectiveSettings), { company_id });
        if (settings.error) return { error: settings.error };
        return askFor(ask, call(schedulesHttp.create), {
          name,
          action: { type: 'silence' },
          starts_at: wallTime(Date.now(), settings.data.time_zone.value),
          duration_minutes: minutes,
          priority: PRIORITY_MAX,
          targets: { nodes: [company_id] },
        });
      },
      invalidatesTags: unlessFailed('Schedule'),
    }),
  }),
});

export const { useSilencePlaceMutation } = silenceApi;
