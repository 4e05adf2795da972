// Say now, emergency, proof of play.
export { emergencyRoutes } from './emergency.routes.ts';
export { checkPlaces, checkPrepared } from './check-prepared.ts';
export { endEmergenciesAt, startEmergency } from './emergency.service.ts';
export { countUndeliveredEmergencies } from './emergency.repository.ts';
export { ownersOf } from './named-owners.ts';
export { proofRoutes } from './proof.routes.ts';
export { createReceiptsIngest, type HeardRun } from './receipts.ingest.ts';
export { deleteOldAnnouncements } from './runs.repository.ts';
export { runsRoutes, sayRoutes } from './announcements.routes.ts';
export { ring } from './ring.service.ts';
export { planPlaces, type PlannedPlaces } from './plan-places.ts';
export { insertPageRun, type PagePlace, sendRecording, startRecordedRun } from './recorded-runs.service.ts';
export { insertExpected, type ExpectedRun, insertScheduledRuns } from './scheduled-runs.repository.ts';
export { notifyRunsChanged, PARTS_QUEUE, scheduleSweep, SWEEP_QUEUE, sweepRun } from './runs.service.ts';
export { markSent } from './say.repository.ts';
export { say, sendPart } from './say.service.ts';
export { hasPlacesOf } from './stop.repository.ts';
export { stopWorkOf } from './stop.service.ts';
