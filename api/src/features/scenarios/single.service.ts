import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import type { RunAction } from './acts/acts.ts';
import { runClaimed } from './run-action.ts';
import { findRunActions } from './run-actions.repository.ts';
import { insertRun } from './runs.repository.ts';
import { beginActions } from './start.service.ts';

type Single = {
  /** Of the run, and of the announcement that it starts. */
  run_id: string;
  owner_id: number;
  company_id: number;
  name: string;
  /** With whose rights it acts. */
  acts_for: number | null;
  drill: boolean;
  action: RunAction<ScenarioAction>;
};
type Became = { state: 'started' | 'failed'; reason: string | null; isLimited: boolean };

/** Starts a prepared action as the run of a scenario of one; the same `run_id` starts nothing again. */
export async function startSingle(deps: Deps, { run_id, action, ...single }: Single): Promise<Became> {
  const { owner_id, name } = single;
  const claimed = await transact(deps.db, async (trx) => {
    const run = { ...single, scenario_run_id: run_id, state: 'running', source: 'trigger', variables: '{}' } as const;
    const inserted = await insertRun(trx, { ...run, started_by_name: name }, [{ action, run_id }]);
    if (inserted === undefined) return [];
    return beginActions(trx, deps, { runId: run_id, owner_id, actions: [action], confirmedBy: null });
  });
  const [outcome] = await Promise.all(claimed.map((each) => runClaimed(deps, each)));
  const [row] = await findRunActions(deps.db, run_id);
  const isFailed = row?.state === 'failed';
  const isLimited = outcome?.state === 'failed' && outcome.code === 'rate_limited';
  return { state: isFailed ? 'failed' : 'started', reason: isFailed ? row.reason : null, isLimited };
}
