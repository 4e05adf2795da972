import { deviceInfo } from './device-info.ts';
import type { Handler } from './handler.ts';

/** Says everything anew: configuration and players go out as well. */
export const refreshInfo: Handler<'refresh_info'> = async (work) => {
  await work.take(0.6);
  work.configuration.report();
  work.players.reportAll();
  return deviceInfo(work);
};
