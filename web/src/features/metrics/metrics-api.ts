import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { METRICS_LIST_LIMIT, STATISTICS_WINDOW_HOURS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../lib/api/base-api.ts';
import { callFrom } from '../../lib/api/call.ts';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';
import { rangeText, rangeTimes, type HistoryRange } from './history-range.ts';
import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';
import { isNewer, recordOf } from '../device-state/device-state-api.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import type { TFunction } from '../../lib/translation.ts';

const tag = (serial: Serial) => ({ type: 'Metrics', id: serial }) as const;

/** `zone`: of the days that are chosen; undefined: the browser's. */
type HistoryRequest = { serial: Serial; range: HistoryRange; zone: string | undefined };

const metricsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMetrics: build.query<MetricRecord[], Serial>({
      ...callFrom(metricsHttp.newest, (serial: Serial) => ({ serial, limit: METRICS_LIST_LIMIT })),
      providesTags: (_records, _error, serial) => ['Live', tag(serial)],
      ...liveEndpoint<MetricRecord[], Serial>({
        filtersOf: (_records, serial) => [topics.metrics(serial)],
        apply: (records, message) => {
          if (message.kind === 'metrics') logMetrics(records, message.payload, message.receivedAt);
        },
      }),
    }),
    getStatistics: build.query({
      ...callFrom(metricsHttp.statistics, (serial: Serial) => ({ serial, hours: STATISTICS_WINDOW_HOURS })),
      providesTags: (_statistics, _error, serial) => ['Live', tag(serial)],
    }),
    /** At most 500 points, oldest first. A range that ends now is of the time of the request. */
    getHistory: build.query({
      ...callFrom(metricsHttp.history, ({ serial, range, zone }: HistoryRequest) => ({
        serial,
        ...rangeTimes(range, Date.now(), zone),
      })),
      serializeQueryArgs: ({ queryArgs: { serial, range, zone } }) =>
        `history ${serial} ${rangeText(range)} ${zone ?? ''}`,
      providesTags: (_history, _error, { serial }) => ['Live', tag(serial)],
    }),
  }),
});

export const { useGetMetricsQuery, useGetStatisticsQuery, useGetHistoryQuery } = metricsApi;

/** Prepends a message to the records of a device, newest first; repeated and older ones are ignored. */
export function logMetrics(records: MetricRecord[], message: MetricsMessage, receivedAt: number): void {
  const newest = records[0];
  if (newest && !isNewer(message, newest)) return;
  records.unshift(recordOf(message, receivedAt));
  records.length = Math.min(records.length, METRICS_LIST_LIMIT);
}

/** 'Failed to load metrics: {status}'; without an answer there is no status to show. */
export const metricsFailure = (error: unknown, t: TFunction<'metrics'>): string =>
  t('error', { status: isApiError(error) && error.status > 0 ? error.status : t('noConnection') });
