import { serialParamsSchema } from '@belfry/schemas/http/commands/commands';
import {
  metricRecordSchema,
  metricSeriesPointSchema,
  metricsQuerySchema,
  metricStatisticsSchema,
  seriesQuerySchema,
  statisticsQuerySchema,
} from '@belfry/schemas/http/devices/metrics';
import { metricsHistoryQuerySchema, metricsHistorySchema } from '@belfry/schemas/http/devices/metrics-history';
import { z } from 'zod';
import { routeWith } from '../../http/routes/route.ts';
import { canReadDevice } from '../../policies/devices.ts';
import type { MetricsDeps } from './deps.ts';
import { readHistory } from './history/history.service.ts';
import { readMetrics, readSeries, readStatistics } from './metrics.service.ts';

const route = routeWith<MetricsDeps>();

const common = {
  method: 'get',
  access: 'signed-in',
  policy: canReadDevice,
  params: serialParamsSchema,
  errors: ['device_not_found'],
} as const;

export const metricsRoutes = [
  route(
    {
      ...common,
      path: '/metrics/device/{serial}',
      summary: 'The newest metrics of a device, the newest first',
      query: metricsQuerySchema,
      answer: z.array(metricRecordSchema),
    },
    ({ deps, user, policy, params, query }) => readMetrics({ deps, user, policy, ...params, ...query }),
  ),
  route(
    {
      ...common,
      path: '/metrics/device/{serial}/stats',
      summary: 'Averages and maxima over the last hours',
      query: statisticsQuerySchema,
      answer: metricStatisticsSchema,
    },
    ({ deps, user, policy, params, query }) => readStatistics({ deps, user, policy, ...params, ...query }),
  ),
  route(
    {
      ...common,
      path: '/metrics/device/{serial}/series',
      summary: 'Averages per bucket over the last hours, for charts',
      query: seriesQuerySchema,
      answer: z.array(metricSeriesPointSchema),
    },
    ({ deps, user, policy, params, query }) => readSeries({ deps, user, policy, ...params, ...query }),
  ),
  route(
    {
      ...common,
      path: '/devices/{serial}/metrics/history',
      summary: 'Averages, minima and maxima from hours to years, for charts',
      query: metricsHistoryQuerySchema,
      answer: metricsHistorySchema,
    },
    ({ deps, user, policy, params, query }) => readHistory({ deps, user, policy, ...params, ...query }),
  ),
];
