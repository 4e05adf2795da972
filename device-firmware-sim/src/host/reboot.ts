import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import { CommandError, type CommandContext, type Device, type Responses } from '../device/types.ts';
import type { Host } from './host.ts';

/** Restarts the machine, which ends this process: the next one answers the command, see `settleReboot`. */
export async function rebootHost(context: CommandContext<'reboot'>, host: Host): Promise<CommandResult<'reboot'>> {
  const { clock, correlationId, flash } = context;
  await context.reportStep(40, 'restarting', 0);
  context.setStatus('maintenance');
  flash.memory.reboot = correlationId === undefined ? null : { correlation_id: correlationId, at: clock.now() };
  flash.changed();
  try {
    await host.reboot();
  } catch (error) {
    flash.memory.reboot = null;
    flash.changed();
    context.setStatus('online');
    throw new CommandError('reboot_failed', (error as Error).message);
  }
  return new Promise(() => {});
}

type SettlingDevice = Pick<Device, 'flash' | 'clock' | 'host'> & { responses: Pick<Responses, 'settle'> };

/** Answers the command that restarted the machine, once the device is connected. */
export function settleReboot({ flash, clock, host, responses }: SettlingDevice): void {
  const { reboot } = flash.memory;
  if (!reboot || !host) return;
  flash.memory.reboot = null;
  flash.changed();
  const uptime_seconds = host.sensors.uptimeSeconds();
  const restarted = uptime_seconds * 1_000 < clock.now() - reboot.at;
  if (restarted) responses.settle(reboot.correlation_id, { success: true, result: { uptime_seconds } });
  else
    responses.settle(reboot.correlation_id, {
      success: false,
      error: 'the machine did not restart',
      error_type: 'reboot_failed',
    });
}
