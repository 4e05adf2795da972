import { z } from 'zod';
import { isDatabaseAway } from '../../../db/errors.ts';
import { transact } from '../../../db/transact.ts';
import { defineQueue } from '../../../jobs/index.ts';
import { announceProgrammes } from './announce.ts';
import { recordExpected } from './expected-runs.ts';
import { rangeAt } from './compile/expand-schedule.ts';
import { deleteSetAside, findWork, leaseStaleOwners, markDue } from './stale.repository.ts';
import type { Deps } from '../../../deps.ts';

/** Devices that are online receive changes within two seconds; see SCHED-9. */
const LOOK_MS = 500;
const DUE_MS = 60_000;
const RETRY_RENDERING_S = 600;

/** The compilation of one owner's programmes. A job whose lease has passed to another one writes nothing. */
export const COMPILE_PROGRAMMES = defineQueue('programmes', {
  schema: z.object({ user_id: z.int(), lease: z.uuid() }),
  // Two workers fetch two jobs each, so that one that takes long does not keep the other threads waiting.
  concurrency: 4,
  retries: 2,
  retryDelayS: 1,
  timeoutS: 110,
});

/**
 * Looks for stale programmes, which stand in a table, and has them compiled; announces what is not announced; records which runs are expected. All of it is in the
 * database, so the timer may stop at any time and any instance may continue.
 */
export function startProgrammes(deps: Deps): { stop(): void } {
  let dueAt = 0;
  const look = async (): Promise<void> => {
    if (Date.now() >= dueAt) {
      dueAt = Date.now() + DUE_MS;
      await deleteSetAside(deps.db);
      await markDue(deps.db, new Date(rangeAt(Date.now()).to), RETRY_RENDERING_S);
    }
    const { stale, unannounced, expected } = await findWork(deps.db);
    if (stale)
      await transact(deps.db, async (trx) => {
        for (const job of await leaseStaleOwners(trx)) await deps.jobs.send(trx, COMPILE_PROGRAMMES, job);
      });
    if (expected) await recordExpected(deps);
    if (unannounced) await announceProgrammes(deps);
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'stale programmes were not found');
      })
      .finally(() => {
        looking = false;
      });
  }, LOOK_MS).unref();
  return { stop: () => clearInterval(timer) };
}
