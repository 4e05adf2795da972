import { letPass } from '@belfry/schemas/testing/clock';
import type { HttpClient } from '../support/http-client.ts';

const BETWEEN_MS = 100;
const CALLS = ['/api/schedules', '/api/users/info', '/api/devices/user/email'];

/** Somebody who uses the product meanwhile. */
export type Bystander = {
  /** The slowest answer since the last call of this function, in milliseconds, and the calls that failed. */
  take(): { slowestMs: number; failed: string[] };
  stop(): Promise<void>;
};

export function startBystander(api: HttpClient, key: string): Bystander {
  const stopped = new AbortController();
  let slowestMs = 0;
  let failed: string[] = [];
  const work = (async () => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const path = CALLS[turn % CALLS.length] ?? '';
      const began = performance.now();
      const status = await api.get(path, { key }).then(
        (answer) => answer.status,
        () => 0,
      );
      slowestMs = Math.max(slowestMs, performance.now() - began);
      if (status !== 200) failed.push(`${path}: ${status}`);
      await letPass(BETWEEN_MS);
    }
  })();
  return {
    take() {
      const taken = { slowestMs, failed };
      [slowestMs, failed] = [0, []];
      return taken;
    },
    async stop() {
      stopped.abort();
      await work;
    },
  };
}
