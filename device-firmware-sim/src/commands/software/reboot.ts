import { rebootHost } from '../../host/reboot.ts';
import type { CommandHandler } from '../command-handler.ts';

/** Disconnects, restarts and reconnects with a new uptime. */
export const reboot: CommandHandler<'reboot'> = async (context) => {
  if (context.host) return rebootHost(context, context.host);
  await context.reportStep(10, 'stopping services', 0.6);
  context.setStatus('maintenance');
  await context.reportStep(40, 'restarting', 0.4);
  const delayFactor = context.fails() ? 4 : 1;
  await context.restart((context.random.between(2_000, 5_000) * delayFactor) / context.speed);
  return { uptime_seconds: context.sensors.uptimeSeconds() };
};
