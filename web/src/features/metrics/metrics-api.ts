import { metricRecordSchema, metricStatisticsSchema, type MetricRecord } from '@belfry/schemas/http/devices/metrics';
import { metricsHttp } from '@belfry/schemas/http/devices/metrics-history';
import { METRICS_LIST_LIMIT, STATISTICS_WINDOW_HOURS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { callFrom, reading } from '../../api/base/call.ts';
import { hasField, isList, unwrap } from '../../lib/unwrap.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { rangeText, rangeTimes, type HistoryRange } from './history-range.ts';
import { logMetrics } from './metrics-log.ts';

const tag = (serial: Serial) => ({ type: 'Metrics', id: serial }) as const;

/** Both may be wrapped in several ways; see DEV-31. */
const recordsSchema = z.preprocess(
  (answer) => unwrap(answer, ['', 'data', 'data.metrics', 'metrics'], isList),
  z.array(metricRecordSchema.strip()),
);
const statisticsSchema = z.preprocess(
  (answer) => unwrap(answer, ['', 'data', 'statistics'], hasField('total_records')),
  metricStatisticsSchema.strip(),
);

/** `zone`: of the days that are chosen; undefined: the browser's. */
type HistoryRequest = { serial: Serial; range: HistoryRange; zone: string | undefined };

export const metricsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The last records, newest first, live. */
    getMetrics: build.query<MetricRecord[], Serial>({
      ...reading(
        callFrom(metricsHttp.newest, (serial: Serial) => ({ serial, limit: METRICS_LIST_LIMIT })),
        recordsSchema,
      ),
      providesTags: (_records, _error, serial) => ['Live', tag(serial)],
      ...liveEndpoint<MetricRecord[], Serial>({
        filtersOf: (_records, serial) => [topics.metrics(serial)],
        apply: (records, message) => {
          if (message.kind === 'metrics') logMetrics(records, message.payload, message.receivedAt);
        },
      }),
    }),
    getStatistics: build.query({
      ...reading(
        callFrom(metricsHttp.statistics, (serial: Serial) => ({ serial, hours: STATISTICS_WINDOW_HOURS })),
        statisticsSchema,
      ),
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
