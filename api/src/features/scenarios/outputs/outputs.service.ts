import { randomUUID } from 'node:crypto';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import {
  type ActionKey,
  findLeftOn,
  findOnWithEmergency,
  findTold,
  insertGivenBack,
  markGivenBack,
  settleReported,
} from './outputs.repository.ts';

type OutputDeps = Pick<Deps, 'commands' | 'db'>;

/** A device that is away is switched off when it is back within this time. */
const GIVE_BACK_S = 3_600;

/** Switches off what an action has switched on, and ends it. @param userId who ends it; null: its time */
export async function giveBack({ commands, db }: OutputDeps, key: ActionKey, userId: number | null): Promise<void> {
  const off = await transact(db, (trx) =>
    insertGivenBack(trx, key, { commandId: randomUUID(), untilMs: Date.now() + GIVE_BACK_S * 1_000 }),
  );
  if (off) {
    const { commandId, output } = off;
    const deviceIds = await findTold(db, commandId);
    const params = { output, state: 'off' };
    await commands.sendToMany({
      commandId,
      userId,
      command: 'output',
      params,
      deviceIds,
      expiresInS: GIVE_BACK_S,
      waits: true,
    });
  }
  await transact(db, (trx) => markGivenBack(trx, key));
}

/** Gives back what runs with an emergency at a node or below it have switched on. */
export async function giveBackAtAllClear(
  deps: OutputDeps,
  place: { owner_id: number; company_id: number },
  userId: number,
): Promise<void> {
  for (const key of await findOnWithEmergency(deps.db, place)) await giveBack(deps, key, userId);
}

/** Settles what devices have reported, or not in time. Called after their messages, and every few seconds. */
export async function settleOutputs({ db, events }: Pick<Deps, 'db' | 'events'>, now = Date.now()): Promise<void> {
  const changed = await transact(db, (trx) => settleReported(trx, now));
  const runs = new Map(changed.map(({ scenario_run_id, owner_id }) => [scenario_run_id, owner_id]));
  for (const [id, owner] of runs) events.changed('scenarios_changed', [id], owner);
}

/** Ends what should have ended: whoever was to do it was killed, or has lost the right to. Called every few seconds. */
export async function giveBackLeft(deps: OutputDeps): Promise<void> {
  for (const key of await findLeftOn(deps.db)) await giveBack(deps, key, null);
}
