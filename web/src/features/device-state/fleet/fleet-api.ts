import type { FleetSummary } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../../lib/api/base-api.ts';
import { liveEndpoint } from '../../../lib/mqtt/live-endpoint.ts';

/** Null until the broker has delivered the retained summary. */
type Summary = { summary: FleetSummary | null };

export const fleetApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The retained message `fleet/summary`: the subscription delivers it, so there is nothing to fetch. */
    getFleetSummary: build.query<Summary, void>({
      queryFn: () => ({ data: { summary: null } }),
      ...liveEndpoint<Summary, void>({
        filtersOf: () => [topics.fleetSummary],
        apply: (draft, message) => {
          if (message.kind === 'fleetSummary') draft.summary = message.payload;
        },
      }),
    }),
  }),
});

export const { useGetFleetSummaryQuery } = fleetApi;
