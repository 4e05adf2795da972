import type { DeviceParts } from '../parts.ts';
import { CommandFailure, type Handler } from './handler.ts';

/** Radios that are listening; one can do so only once at a time. */
const listening = new WeakSet<DeviceParts['surroundings']>();

export const wifiScan: Handler<'wifi_scan'> = async (work) => {
  const { surroundings, configuration, step } = work;
  if (listening.has(surroundings)) throw new CommandFailure('radio_busy', 'a scan is already running');
  listening.add(surroundings);
  try {
    await step(10, 'listening on 2.4 GHz', 1.2);
    await step(60, 'listening on 5 GHz', 1.4);
    if (work.fails()) throw new CommandFailure('radio_busy', 'the radio did not answer');
    return { networks: surroundings.scan(configuration.settings().wifi_login) };
  } finally {
    listening.delete(surroundings);
  }
};
