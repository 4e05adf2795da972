import { metricsHttp } from '@belfry/schemas/http/devices/metrics-history';
import { serveWith } from '../../http/routes/route.ts';
import { canReadDevice } from '../../policies/devices.ts';
import type { MetricsDeps } from './deps.ts';
import { readHistory } from './history/history.service.ts';
import { readMetrics, readSeries, readStatistics } from './metrics.service.ts';

const serve = serveWith<MetricsDeps>();
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
