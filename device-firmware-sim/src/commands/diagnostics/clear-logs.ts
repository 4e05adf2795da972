import type { CommandHandler } from '../command-handler.ts';

export const clearLogs: CommandHandler<'clear_logs'> = async ({ sensors, wait }) => {
  await wait(0.5);
  return sensors.clearLogs();
};
