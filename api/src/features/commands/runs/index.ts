export { advanceRun, resumeStalledRuns } from './advance-run.ts';
export { changeRunRoutes } from './change-run.routes.ts';
export { runReadingRoutes } from './command-runs.routes.ts';
export { RUN_STEPS } from './run-steps.ts';
export { startScheduledRun } from './scheduled-run.ts';
