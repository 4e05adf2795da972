export { advanceRun, resumeStalledRuns, RUN_STEPS } from './advance-run.ts';
export { changeRunRoutes, runReadingRoutes, viewRuns } from './runs.routes.ts';
export { findRunsByTime } from './runs.repository.ts';
export { startScheduledRun } from './start-run.service.ts';
export { stopCommandsOf } from './stop-commands.service.ts';
