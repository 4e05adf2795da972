import { AppError, notFound } from '../../../errors.ts';
import { commandsSettled } from '../../../mqtt/metrics.ts';
import { type Actor, auditImpersonation } from '../../../audit/audit-log.repository.ts';
import { notifyCommandsChanged } from '../deliveries/command-events.ts';
import { cancelHeld } from './cancel-held.sql.ts';
import type { Deps } from '../../../deps.ts';

/**
 * Cancels a command that waits for its device; see CMD-18. Throws not_found if the caller has no such command, and conflict if it has been
 * sent or has ended.
 */
export async function cancelCommand(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  command: { serial: string; commandId: string; ownerId: number | null },
): Promise<void> {
  const delivery = await cancelHeld(db, command, Date.now());
  if (!delivery) throw notFound('Command not found');
  if (!delivery.cancelled) throw new AppError('conflict', 'The command does not wait any more');
  commandsSettled.inc({ state: 'cancelled' });
  notifyCommandsChanged(events, [delivery]);
  const { serial: object_id, commandId } = command;
  await auditImpersonation(db, actor, {
    action: 'command.cancel',
    object_kind: 'device',
    object_id,
    details: { commandId },
  });
}
