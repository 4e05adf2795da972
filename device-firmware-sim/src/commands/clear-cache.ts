import type { CommandHandler } from './command-handler.ts';

export const clearCache: CommandHandler<'clear_cache'> = async ({ sensors, wait }) => {
  await wait(0.9);
  return sensors.clearCache();
};
