import { letPass } from '@belfry/schemas/testing/clock';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import type { HttpClient } from '../support/http-client.ts';

const BETWEEN_MS = 100;
const CALLS = [schedulesHttp.list, usersHttp.profile, devicesHttp.listOwn];

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
      const endpoint = CALLS[turn % CALLS.length] ?? usersHttp.profile;
      const began = performance.now();
      const status = await api.call(endpoint, { key }).then(
        (answer) => answer.status,
        () => 0,
      );
      slowestMs = Math.max(slowestMs, performance.now() - began);
      if (status !== 200) failed.push(`${endpoint.path}: ${status}`);
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
