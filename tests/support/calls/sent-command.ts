import { canCommandDevice } from '@belfry/api/policies/devices';
import type { Commands } from '@belfry/api/features/commands/commands.service';
import type { TestDevice } from '../factories.ts';
import type { startCommandService } from '../services/command-service.ts';

type CommandService = Pick<Awaited<ReturnType<typeof startCommandService>>, 'admin' | 'untilState'>;

/** Sends `wifi_scan` to the device. @returns its command id, once it is stored as sent */
export async function sendScan(
  { admin, untilState }: CommandService,
  commands: Pick<Commands, 'send'>,
  { serial }: TestDevice,
): Promise<string> {
  const request = { policy: canCommandDevice, user: admin, serial, command: 'wifi_scan', params: {} } as const;
  const { commandId } = await commands.send(request);
  if (commandId === null) throw new Error('it was refused');
  await untilState(commandId, serial, 'sent');
  return commandId;
}
