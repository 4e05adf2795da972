import { deviceInfo } from './device-info.ts';
import type { CommandHandler } from '../command-handler.ts';

/** Also publishes the configuration and the player states again. */
export const refreshInfo: CommandHandler<'refresh_info'> = async (context) => {
  await context.wait(0.6);
  context.configuration.report();
  context.players.reportAll();
  return deviceInfo(context);
};
