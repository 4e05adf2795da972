import type { Handler } from './handler.ts';

export const clearLogs: Handler<'clear_logs'> = async ({ sensors, take }) => {
  await take(0.5);
  return sensors.clearLogs();
};
