import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { stopWorkOf } from '../announcements/index.ts';
import { stopCommandsOf } from '../command-runs/index.ts';
import { endPassedMemberships } from './ended-members.ts';
import { findEnded, lockEndedRights, settleEndedRights } from './members.repository.ts';

const BATCH = 20;

/**
 * Stops the announcements and commands of people who were blocked or whose rights became fewer, at the places where they may not start them any
 * more. Triggers of the database note these people, whatever has changed an account or a membership.
 */
async function stopEndedWork(deps: Pick<Deps, 'commands' | 'db' | 'events' | 'jobs'>): Promise<void> {
  await transact(deps.db, async (trx) => {
    // Another instance leaves out what this one has locked.
    const ended = await lockEndedRights(trx, BATCH);
    for (const { user_id, owner_id } of ended) {
      await stopWorkOf(deps, user_id, owner_id);
      await stopCommandsOf(deps, user_id, owner_id);
    }
    await settleEndedRights(trx, ended);
  });
}

/** Ends the memberships whose time has passed, and stops what members have started and may not start any more. One statement where there is nothing. */
export async function endPassedRights(
  deps: Pick<Deps, 'auth' | 'broker' | 'commands' | 'db' | 'directory' | 'events' | 'jobs'>,
): Promise<void> {
  const ended = await findEnded(deps.db);
  if (ended.members) await endPassedMemberships(deps);
  // Memberships that were ended just now are noted too.
  if (ended.members || ended.rights) await stopEndedWork(deps);
}
