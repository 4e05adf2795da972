import { metricsHttp } from '@belfry/schemas/http/devices/metrics-history';
import { canReadDevice } from '../../policies/devices.ts';
import { readHistory } from './history/history.service.ts';
import { readMetrics, readSeries, readStatistics } from './metrics.service.ts';
import { serve } from '../../serve.ts';

const READING = { access: 'signed-in', policy: canReadDevice } as const;

export const metricsRoutes = [
  serve(metricsHttp.newest, READING, ({ deps, user, policy, params, query }) =>
    readMetrics({ deps, user, policy, ...params, ...query }),
  ),
  serve(metricsHttp.statistics, READING, ({ deps, user, policy, params, query }) =>
    readStatistics({ deps, user, policy, ...params, ...query }),
  ),
  serve(metricsHttp.series, READING, ({ deps, user, policy, params, query }) =>
    readSeries({ deps, user, policy, ...params, ...query }),
  ),
  serve(metricsHttp.history, READING, ({ deps, user, policy, params, query }) =>
    readHistory({ deps, user, policy, ...params, ...query }),
  ),
];
