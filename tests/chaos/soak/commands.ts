import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { setTimeout as delay } from 'node:timers/promises';
import type { LaunchedProduct } from '../../support/processes/launched-product.ts';

const CLIENTS = 4;
const PAUSE_MS = 200;
/** When no device is online or the api does not respond. */
const RETRY_MS = 2_000;

export interface Commands {
  /** Counts since the last call. */
  take(): { succeeded: number; failed: number };
  stop(): void;
}

/** Starts clients that send status commands to the devices of the first pages, one after another, except `excluded`. */
export async function startCommands(
  { api, rootKey }: Pick<LaunchedProduct, 'api' | 'rootKey'>,
  excluded: ReadonlySet<string> = new Set(),
): Promise<Commands> {
  const root = { key: await rootKey() };
  let counts = { succeeded: 0, failed: 0 };
  const stopped = new AbortController();

  async function online(page: number): Promise<string[]> {
    const { status, body } = await api.call(devicesHttp.list, root, { status: 'online', page_size: 48, page });
    if (status !== 200) return [];
    return body.map(({ serial }) => serial).filter((serial) => !excluded.has(serial));
  }

  async function sendCommand(serial: string): Promise<boolean> {
    const command = { serial, command: 'system_status', params: {} };
    return (await api.call(commandsHttp.sendAndWait, root, command)).body.success;
  }

  async function sendCommands(page: number): Promise<void> {
    while (!stopped.signal.aborted) {
      const serials = await online(page).catch(() => []);
      if (serials.length === 0) await delay(RETRY_MS);
      for (const serial of serials) {
        if (stopped.signal.aborted) return;
        counts[(await sendCommand(serial).catch(() => false)) ? 'succeeded' : 'failed']++;
        await delay(PAUSE_MS);
      }
    }
  }

  for (let page = 1; page <= CLIENTS; page++) void sendCommands(page);
  return {
    take() {
      const taken = counts;
      counts = { succeeded: 0, failed: 0 };
      return taken;
    },
    stop: () => stopped.abort(),
  };
}
