import type { MetricRecord, MetricSeriesPoint, MetricStatistics } from '@belfry/schemas/http/metrics';
import { METRICS_LIST_LIMIT, SERIES_POINTS_MAX, STATISTICS_WINDOW_HOURS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { hasField, isList, unwrap } from '../../lib/unwrap.ts';
import { baseApi } from '../../api/base/base-api.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { logMetrics } from './metrics-log.ts';

const tag = (serial: Serial) => ({ type: 'Metrics', id: serial }) as const;

export const metricsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /metrics/device/{serial}?limit=5: the last records, newest first, live. */
    getMetrics: build.query<MetricRecord[], Serial>({
      query: (serial) => ({ url: `/metrics/device/${serial}`, params: { limit: METRICS_LIST_LIMIT } }),
      // The list may be wrapped in several ways; see DEV-31.
      transformResponse: (answer) => unwrap<MetricRecord[]>(answer, ['', 'data', 'data.metrics', 'metrics'], isList),
      providesTags: (_records, _error, serial) => ['Live', tag(serial)],
      ...liveEndpoint<MetricRecord[], Serial>({
        filtersOf: (_records, serial) => [topics.metrics(serial)],
        apply: (records, message) => {
          if (message.kind === 'metrics') logMetrics(records, message.payload, message.receivedAt);
        },
      }),
    }),
    /** GET /metrics/device/{serial}/stats?hours=24. */
    getStatistics: build.query<MetricStatistics, Serial>({
      query: (serial) => ({ url: `/metrics/device/${serial}/stats`, params: { hours: STATISTICS_WINDOW_HOURS } }),
      transformResponse: (answer) =>
        unwrap(answer, ['', 'data', 'statistics'], hasField<MetricStatistics>('total_records')),
      providesTags: (_statistics, _error, serial) => ['Live', tag(serial)],
    }),
    /** GET /metrics/device/{serial}/series?hours=24: a point per five minutes, oldest first. */
    getSeries: build.query<MetricSeriesPoint[], Serial>({
      query: (serial) => ({
        url: `/metrics/device/${serial}/series`,
        params: { hours: STATISTICS_WINDOW_HOURS, points: SERIES_POINTS_MAX },
      }),
      providesTags: (_series, _error, serial) => ['Live', tag(serial)],
    }),
  }),
});

export const { useGetMetricsQuery, useGetStatisticsQuery, useGetSeriesQuery } = metricsApi;
