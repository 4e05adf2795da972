// What a device reports and is told to be.
export { CLOCK_TOLERANCE_MS, MAX_CLOCK_CORRECTION_MS } from './clock.ts';
export { clearLiveState, insertDeviceStates, overrideReportedState } from './live-state.repository.ts';
export { createPlayersIngest } from './players.ingest.ts';
export { createPresence, type Presence } from './presence.ts';
export { publishOffline } from './publish-offline.ts';
export { isReachable } from './reachable.ts';
export { createStatusIngest } from './status.ingest.ts';
