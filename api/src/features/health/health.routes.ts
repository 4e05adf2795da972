import { livenessSchema, readinessSchema } from '@belfry/schemas/http/service/health';
import { Reply, routeWith } from '../../http/routes/route.ts';
import type { HealthDeps } from './deps.ts';
import { checkReadiness } from './readiness.ts';

const route = routeWith<HealthDeps>();

export const healthRoutes = [
  route(
    { method: 'get', path: '/health/live', summary: 'The process runs', access: 'public', answer: livenessSchema },
    () => ({ status: 'ok' as const }),
  ),
  route(
    {
      method: 'get',
      path: '/health/ready',
      summary: 'Whether Postgres and the broker are reachable and messages are stored; 503 names the failing part',
      access: 'public',
      answer: readinessSchema,
    },
    async ({ deps }) => {
      const readiness = await checkReadiness(deps);
      return Reply.of(readiness, { status: readiness.status === 'ok' ? 200 : 503 });
    },
  ),
];
