import { deviceInfo } from './device-info.ts';
import type { CommandHandler } from '../command-handler.ts';

export const systemInfo: CommandHandler<'system_info'> = async (context) => {
  await context.wait(0.1);
  return deviceInfo(context);
};
