// Say now, emergency, proof of play.
export { emergencyRoutes } from './emergency.routes.ts';
export { checkPrepared } from './check-prepared.ts';
export { endEmergenciesAt, startEmergency } from './emergency.service.ts';
export { countUndeliveredEmergencies } from './emergency.repository.ts';
export { proofRoutes } from './proof.routes.ts';
export { createReceiptsIngest } from './receipts.ingest.ts';
export { deleteOldAnnouncements } from './runs.repository.ts';
export { runsRoutes, sayRoutes } from './announcements.routes.ts';
export { ring } from './ring.service.ts';
export { insertExpected, type ExpectedRun, insertScheduledRuns } from './scheduled-runs.repository.ts';
export { PARTS_QUEUE, SWEEP_QUEUE, sweepRun } from './runs.service.ts';
export { say, sendPart } from './say.service.ts';
export { stopWorkOf } from './stop.service.ts';
