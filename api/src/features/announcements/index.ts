// Say now, emergency, proof of play.
export { emergencyRoutes } from './emergency/emergency.routes.ts';
export { countUndeliveredEmergencies } from './emergency/undelivered.repository.ts';
export { proofRoutes } from './proof/proof.routes.ts';
export { createReceiptsIngest } from './receipts/receipts.ingest.ts';
export { deleteOldAnnouncements } from './retention.repository.ts';
export { runsRoutes } from './runs/runs.routes.ts';
export { insertExpected, type ExpectedRun } from './runs/expected.repository.ts';
export { insertScheduledRuns } from './runs/scheduled-runs.repository.ts';
export { PARTS_QUEUE, SWEEP_QUEUE } from './announcement-jobs.ts';
export { sayRoutes } from './say/say.routes.ts';
export { sendPart } from './say/send-part.service.ts';
export { sweepRun } from './say/sweep.service.ts';
