export { findActiveEmergencies, findRun } from './runs.repository.ts';
export { stopRun } from './stop-run.service.ts';
