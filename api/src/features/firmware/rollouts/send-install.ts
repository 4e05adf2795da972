import { commandErrorText } from '@belfry/schemas/http/commands/commands';
import { canCommandDevice } from '../../../policies/devices.ts';
import type { ClaimedDevice } from './rollout-progress.sql.ts';
import { updateRolloutDevice, type RolloutRow } from './rollouts.repository.ts';
import type { Deps } from '../../../deps.ts';

/** Sends the command to claimed devices, and stores the id of each, or why there is none. */
export async function sendInstall(
  { commands, db }: Deps,
  { id: rollout_id, params, started_by }: RolloutRow,
  claimed: readonly ClaimedDevice[],
): Promise<void> {
  // That the issuer is an administrator was checked in the transaction of the claim.
  const user = { id: started_by ?? 0, role: 'admin' } as const;
  await Promise.all(
    claimed.map(async ({ device_id, serial }) => {
      const sent = await commands.send({ user, policy: canCommandDevice, serial, command: 'install', params });
      // With a command its delivery has the outcome, also where the broker did not accept it.
      const outcome =
        'refused' in sent && sent.commandId === null
          ? { error: commandErrorText(sent.refused, 'install'), error_type: sent.refused }
          : { command_id: sent.commandId };
      await updateRolloutDevice(db, { rollout_id, device_id }, outcome);
    }),
  );
}
