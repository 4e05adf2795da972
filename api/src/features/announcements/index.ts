export type { AnnouncementsDeps } from './deps.ts';
export { createReceiptsIngest } from './receipts/receipts.ingest.ts';
export { runsRoutes } from './runs/runs.routes.ts';
export { insertScheduledRuns } from './runs/scheduled-runs.repository.ts';
export { PARTS_QUEUE, SWEEP_QUEUE } from './announcement-jobs.ts';
export { sayRoutes } from './say/say.routes.ts';
export { sendPart } from './say/send-part.service.ts';
export { sweepRun } from './say/sweep.service.ts';
