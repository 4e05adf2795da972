import type { MetricRecord, MetricStatistics } from '@belfry/schemas/http/devices/metrics';
import { metricsHistorySchema, type MetricsHistory } from '@belfry/schemas/http/devices/metrics-history';
import { METRICS_LIST_LIMIT, STATISTICS_WINDOW_HOURS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { rangeText, rangeTimes, type HistoryRange } from './history-range.ts';
import { logMetrics } from './metrics-log.ts';

const tag = (serial: Serial) => ({ type: 'Metrics', id: serial }) as const;

/** `zone`: of the days that are chosen; undefined: the browser's. */
type HistoryRequest = { serial: Serial; range: HistoryRange; zone: string | undefined };

export const metricsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /metrics/device/{serial}?limit=5: the last records, newest first, live. */
    getMetrics: build.query<MetricRecord[], Serial>({
      query: (serial) => ({ url: `/metrics/device/${serial}`, params: { limit: METRICS_LIST_LIMIT } }),
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
      providesTags: (_statistics, _error, serial) => ['Live', tag(serial)],
    }),
    /** GET /devices/{serial}/metrics/history: at most 500 points, oldest first. A range that ends now is of the time of the request. */
    getHistory: build.query<MetricsHistory, HistoryRequest>({
      query: ({ serial, range, zone }) => ({
        url: `/devices/${serial}/metrics/history`,
        params: rangeTimes(range, Date.now(), zone),
      }),
      rawResponseSchema: lenient(metricsHistorySchema),
      serializeQueryArgs: ({ queryArgs: { serial, range, zone } }) =>
        `history ${serial} ${rangeText(range)} ${zone ?? ''}`,
      providesTags: (_history, _error, { serial }) => ['Live', tag(serial)],
    }),
  }),
});

export const { useGetMetricsQuery, useGetStatisticsQuery, useGetHistoryQuery } = metricsApi;
