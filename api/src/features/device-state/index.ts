// What a device reports and is told to be.
export { CLOCK_TOLERANCE_MS, MAX_CLOCK_CORRECTION_MS } from './clock.ts';
export {
  clearLiveState,
  insertDeviceStates,
  noteSends,
  overrideReportedState,
  isReachable,
  countFleet,
  FLEET_CHANNEL,
  notifyFleetChanged,
} from './presence.sql.ts';
export { createOutputsIngest, createPlayersIngest } from './live-parts.ingest.ts';
export { createPresence, type Presence } from './presence.ts';
export { publishOffline } from './presence.ts';
export { createStatusIngest } from './status.ingest.ts';

export { startFleetPublisher } from './fleet.publisher.ts';

export { deleteConfigurations } from './device-config.repository.ts';
export { deviceConfigRoutes } from './device-config.routes.ts';
export { readConfiguration } from './device-config.routes.ts';
export { createReportedIngest } from './reported.ingest.ts';
