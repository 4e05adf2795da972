import type { Handler } from './handler.ts';

export const clearCache: Handler<'clear_cache'> = async ({ sensors, take }) => {
  await take(0.9);
  return sensors.clearCache();
};
