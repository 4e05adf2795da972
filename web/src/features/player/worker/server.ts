import { basicCredentials } from '@belfry/device-firmware-sim/firmware/download';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { requestOf } from '@belfry/schemas/http/endpoint';
import type { PairedDevice } from '@belfry/schemas/http/device-ownership/pairing';
import {
  playerHttp,
  playerPlaceSchema,
  playerRunSchema,
  type PlayerPlace,
  type PlayerRun,
} from '@belfry/schemas/http/player/player';
import type { ServerClock } from './server-clock.ts';

type Server = {
  place: () => Promise<PlayerPlace | null>;
  run: (runId: string) => Promise<PlayerRun | null>;
};

/** What the page shows beside the sound. Null where the server is not reached, or has nothing. */
export function createServer({ paired, time }: { paired: PairedDevice; time: ServerClock }): Server {
  async function read<T>(path: string, schema: { parse: (answer: unknown) => T }): Promise<T | null> {
    try {
      const sentAt = Date.now();
      const response = await fetch(`/api${path}`, {
        headers: { authorization: basicCredentials(paired.serial, paired.device_key) },
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      time.told(response.headers.get('date'), sentAt, Date.now());
      return response.ok ? schema.parse(await response.json()) : null;
    } catch {
      return null;
    }
  }
  return {
    place: () => read(requestOf(playerHttp.place, undefined).path, playerPlaceSchema),
    run: (run_id) => read(requestOf(playerHttp.run, { run_id }).path, playerRunSchema),
  };
}
