import { authRoutes } from '../features/auth/auth.routes.ts';
import { brokerAccessRoutes } from '../features/broker-access/broker-access.routes.ts';
import { commandsRoutes } from '../features/commands/commands.routes.ts';
import { companiesRoutes } from '../features/companies/companies.routes.ts';
import { deviceBindingRoutes } from '../features/device-binding/device-binding.routes.ts';
import { deviceConfigRoutes } from '../features/device-config/device-config.routes.ts';
import { approvalsRoutes } from '../features/devices/approvals.routes.ts';
import { devicesRoutes } from '../features/devices/devices.routes.ts';
import { groupsRoutes } from '../features/groups/groups.routes.ts';
import { healthRoutes } from '../features/health/health.routes.ts';
import { internalRoutes } from '../features/internal/internal.routes.ts';
import { locationRoutes } from '../features/location/location.routes.ts';
import { lookupsRoutes } from '../features/lookups/lookups.routes.ts';
import { metricsRoutes } from '../features/metrics/metrics.routes.ts';
import { outboxRoutes } from '../features/outbox/outbox.routes.ts';
import { passwordsRoutes } from '../features/passwords/passwords.routes.ts';
import { realtimeRoutes } from '../features/realtime/realtime.routes.ts';
import { registrationRoutes } from '../features/registration/registration.routes.ts';
import { sessionsRoutes } from '../features/auth/sessions.routes.ts';
import { twoFactorRoutes } from '../features/two-factor/two-factor.routes.ts';
import { usersRoutes } from '../features/users/users.routes.ts';
import { usersAdminRoutes } from '../features/users-admin/users-admin.routes.ts';
import { voiceFavoritesRoutes } from '../features/voice-favorites/voice-favorites.routes.ts';
import { sampleAudioRoutes, voiceSamplesRoutes } from '../features/voice-samples/voice-samples.routes.ts';
import { voicesRoutes } from '../features/voices/voices.routes.ts';
import type { Route } from '../http/route.ts';
import type { Deps } from './deps.ts';

/** Everything below `/api`. */
export const apiRoutes: readonly Route<Deps>[] = [
  ...healthRoutes,
  ...authRoutes,
  ...sessionsRoutes,
  ...twoFactorRoutes,
  ...registrationRoutes,
  ...passwordsRoutes,
  ...usersRoutes,
  ...usersAdminRoutes,
  ...lookupsRoutes,
  ...locationRoutes,
  ...outboxRoutes,
  ...companiesRoutes,
  ...groupsRoutes,
  ...devicesRoutes,
  ...approvalsRoutes,
  ...deviceBindingRoutes,
  ...metricsRoutes,
  ...deviceConfigRoutes,
  ...commandsRoutes,
  ...realtimeRoutes,
  // A favourite is no voice of that name: its routes come first.
  ...voiceFavoritesRoutes,
  ...voiceSamplesRoutes,
  ...voicesRoutes,
];

/** Paths at the root, beside the console; see HTTP-1. */
export const rootRoutes: readonly Route<Deps>[] = sampleAudioRoutes;

/** Everything below `/internal`: for processes of ours, with the service secret. */
export const serviceRoutes = (deps: Pick<Deps, 'pool'>): readonly Route<Deps>[] => [
  ...brokerAccessRoutes(deps),
  ...internalRoutes,
];
