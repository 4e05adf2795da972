import type { Deps } from './deps.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { brokerAccessRoutes } from './features/broker-access/broker-access.routes.ts';
import { commandsRoutes } from './features/commands/commands.routes.ts';
import { deviceConfigRoutes } from './features/device-config/device-config.routes.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { internalRoutes } from './features/internal/internal.routes.ts';
import { metricsRoutes } from './features/metrics/metrics.routes.ts';
import { realtimeRoutes } from './features/realtime/realtime.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import type { Route } from './http/route.ts';

/** Everything below `/api`. */
export const apiRoutes: readonly Route[] = [
  ...healthRoutes,
  ...authRoutes,
  ...usersRoutes,
  ...devicesRoutes,
  ...metricsRoutes,
  ...deviceConfigRoutes,
  ...commandsRoutes,
  ...realtimeRoutes,
];

/** Everything below `/internal`: for processes of ours, with the service secret. */
export const serviceRoutes = (deps: Pick<Deps, 'pool'>): readonly Route[] => [
  ...brokerAccessRoutes(deps),
  ...internalRoutes,
];
