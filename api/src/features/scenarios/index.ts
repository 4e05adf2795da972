// One press, all channels: what a scenario does, whom it reaches, and what became of each run.
import type { Deps } from '../../deps.ts';
import { settleReceipt } from './receipts.repository.ts';

export type { RunAction } from './acts/acts.ts';
export { settleOutputs } from './outputs/outputs.service.ts';
export { SCENARIO_QUEUES, workOnAction } from './run-action.ts';
export { deleteOldRuns, findScenarioRunsByTime } from './runs.repository.ts';
export { startScenario } from './start.service.ts';
export { findScenarioRow } from './scenarios.repository.ts';
export { showPlayer } from './screens/screens.service.ts';
export { scenariosRoutes } from './scenarios.routes.ts';
export { permitAction, policyOf, scenarioGrant } from './scenarios.service.ts';
export { startSingle } from './single.service.ts';
export { startScenarios } from './start-scenarios.ts';

/** A message to a browser was delivered or given up. */
export const notePush = (
  { db }: Pick<Deps, 'db'>,
  { receipt_id, delivered }: { receipt_id: number; delivered: boolean },
): Promise<void> =>
  settleReceipt(db, receipt_id, {
    state: delivered ? 'delivered' : 'failed',
    reason: delivered ? null : 'It was not delivered',
  });
