import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import { checkDaily } from './check.ts';
import { expireScenarios } from './decide.service.ts';
import { GOES_ON } from './outputs/outputs.repository.ts';
import { giveBackLeft, settleOutputs } from './outputs/outputs.service.ts';
import { UNCONFIRMED } from './runs.repository.ts';
import { UNCHECKED } from './scenarios.repository.ts';

/** How often it is looked for what nobody has confirmed in time, what has not ended, and what nobody has looked at for a day. */
const LOOK_MS = 5_000;

/** One instance looks after scenarios; their actions are jobs. */
export function startScenarios(deps: Deps): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null;
  async function look(): Promise<void> {
    try {
      const { unconfirmed, outputs, unchecked } = await findOpen(deps.db);
      if (unconfirmed) await expireScenarios(deps);
      if (outputs) {
        await settleOutputs(deps);
        await giveBackLeft(deps);
      }
      if (unchecked) await checkDaily(deps);
    } catch (error) {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'scenarios could not be looked after');
    }
    looking = null;
  }
  const timer = setInterval(() => {
    if (deps.ingest().leads) looking ??= look();
  }, LOOK_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

type Open = { unconfirmed: boolean; outputs: boolean; unchecked: boolean };

/** Whether there is anything to look after: most of the time there is not. */
async function findOpen(db: Kysely<Database>): Promise<Open> {
  const { rows } = await sql<Open>`
    select exists (select from scenario_runs where ${UNCONFIRMED}) as unconfirmed,
      exists (select from scenario_outputs where not settled) or exists (select from scenario_run_actions a where ${GOES_ON}) as outputs,
      exists (select from scenarios where ${UNCHECKED}) as unchecked`.execute(db);
  return rows[0] ?? { unconfirmed: false, outputs: false, unchecked: false };
}
