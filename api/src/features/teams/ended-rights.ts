import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { stopWorkOf } from '../announcements/index.ts';
import { stopCommandsOf } from '../commands/runs/index.ts';
import { lockEndedRights, settleEndedRights } from './members.repository.ts';

const BATCH = 20;

/**
 * Stops the announcements and commands of members whose rights became fewer, at the places where they may not start them any more. A trigger
 * of the database notes these members, whatever has changed a membership.
 */
export async function stopEndedWork(deps: Pick<Deps, 'commands' | 'db' | 'events' | 'jobs'>): Promise<void> {
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
