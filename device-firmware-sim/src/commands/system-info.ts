import { deviceInfo } from './device-info.ts';
import type { Handler } from './handler.ts';

export const systemInfo: Handler<'system_info'> = async (work) => {
  await work.take(0.1);
  return deviceInfo(work);
};
