import { setTimeout as delay } from 'node:timers/promises';
import type { LaunchedProduct } from '../../support/launched-product.ts';

const CALLERS = 4;
const PAUSE_MS = 200;
/** Where there is no device to ask, or nobody who answers. */
const RETRY_MS = 2_000;

export interface Commands {
  /** Counts since the last call. */
  take(): { succeeded: number; failed: number };
  stop(): void;
}

/** People at work: a few callers that ask devices of the first pages for their status, one after another, but none of `except`. */
export async function startCommands(
  { url, rootKey }: Pick<LaunchedProduct, 'url' | 'rootKey'>,
  except: ReadonlySet<string> = new Set(),
): Promise<Commands> {
  const authorization = await rootKey();
  let counts = { succeeded: 0, failed: 0 };
  const life = new AbortController();

  async function online(page: number): Promise<string[]> {
    const path = `/api/devices/all?status=online&page_size=48&page=${page}`;
    const answer = await fetch(url + path, { headers: { authorization } });
    if (!answer.ok) return [];
    const devices = (await answer.json()) as { serial: string }[];
    return devices.map(({ serial }) => serial).filter((serial) => !except.has(serial));
  }

  async function ask(serial: string): Promise<boolean> {
    const answer = await fetch(`${url}/api/rpi/devices/send/commands/${serial}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ command: 'system_status', params: {} }),
    });
    const { success } = (await answer.json()) as { success?: boolean };
    return success === true;
  }

  async function work(page: number): Promise<void> {
    while (!life.signal.aborted) {
      const serials = await online(page).catch(() => []);
      if (serials.length === 0) await delay(RETRY_MS);
      for (const serial of serials) {
        if (life.signal.aborted) return;
        counts[(await ask(serial).catch(() => false)) ? 'succeeded' : 'failed']++;
        await delay(PAUSE_MS);
      }
    }
  }

  for (let page = 1; page <= CALLERS; page++) void work(page);
  return {
    take() {
      const taken = counts;
      counts = { succeeded: 0, failed: 0 };
      return taken;
    },
    stop: () => life.abort(),
  };
}
