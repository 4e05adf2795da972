import type { DeviceContext } from '../device/device-context.ts';
import { CommandError, type CommandHandler } from './command-handler.ts';

/** Radios with a scan in progress; a radio runs only one at a time. */
const scanning = new WeakSet<DeviceContext['wifi']>();

export const wifiScan: CommandHandler<'wifi_scan'> = async (context) => {
  const { wifi, configuration, reportStep } = context;
  if (scanning.has(wifi)) throw new CommandError('radio_busy', 'a scan is already running');
  scanning.add(wifi);
  try {
    await reportStep(10, 'listening on 2.4 GHz', 1.2);
    await reportStep(60, 'listening on 5 GHz', 1.4);
    if (context.fails()) throw new CommandError('radio_busy', 'the radio did not answer');
    return { networks: wifi.scan(configuration.settings().wifi_login) };
  } finally {
    scanning.delete(wifi);
  }
};
