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
  { url, rootKey }: Pick<LaunchedProduct, 'url' | 'rootKey'>,
  excluded: ReadonlySet<string> = new Set(),
): Promise<Commands> {
  const authorization = await rootKey();
  let counts = { succeeded: 0, failed: 0 };
  const stopped = new AbortController();

  async function online(page: number): Promise<string[]> {
    const path = `/api/devices/all?status=online&page_size=48&page=${page}`;
    const answer = await fetch(url + path, { headers: { authorization } });
    if (!answer.ok) return [];
    const devices = (await answer.json()) as { serial: string }[];
    return devices.map(({ serial }) => serial).filter((serial) => !excluded.has(serial));
  }

  async function sendCommand(serial: string): Promise<boolean> {
    const answer = await fetch(`${url}/api/rpi/devices/send/commands/${serial}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ command: 'system_status', params: {} }),
    });
    const { success } = (await answer.json()) as { success?: boolean };
    return success === true;
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
