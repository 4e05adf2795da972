export { createReceiptsIngest } from './receipts/receipts.ingest.ts';

export { insertScheduledRuns } from './runs/scheduled-runs.repository.ts';
