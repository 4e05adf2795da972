import { basicCredentials } from '@belfry/device-firmware-sim/firmware/download';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { type EndpointRequest, requestOf } from '@belfry/schemas/http/endpoint';
import type { PairedDevice } from '@belfry/schemas/http/device-ownership/pairing';
import {
  playerHttp,
  playerPlaceSchema,
  playerRunSchema,
  playerScreenSchema,
  type PlayerPlace,
  type PlayerRun,
  type PlayerScreen,
} from '@belfry/schemas/http/player/player';
import type { ServerClock } from './server-clock.ts';

type Server = {
  place: () => Promise<PlayerPlace | null>;
  run: (runId: string) => Promise<PlayerRun | null>;
  /** What goes on at its place. @param shown the texts that are on the page */
  screen: (shown: number[]) => Promise<PlayerScreen | null>;
};

/** What the page shows beside the sound. Null where the server is not reached, or has nothing. */
export function createServer({ paired, time }: { paired: PairedDevice; time: ServerClock }): Server {
  async function read<T>(
    { method, path, body }: EndpointRequest,
    schema: { parse: (answer: unknown) => T },
  ): Promise<T | null> {
    try {
      const sentAt = Date.now();
      const response = await fetch(`/api${path}`, {
        method,
        headers: {
          authorization: basicCredentials(paired.serial, paired.device_key),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      // What is asked for every few seconds would often be answered late, which tells the time badly.
      if (method === 'GET') time.told(response.headers.get('date'), sentAt, Date.now());
      return response.ok ? schema.parse(await response.json()) : null;
    } catch {
      return null;
    }
  }
  return {
    place: () => read(requestOf(playerHttp.place, undefined), playerPlaceSchema),
    run: (run_id) => read(requestOf(playerHttp.run, { run_id }), playerRunSchema),
    screen: (shown) => read(requestOf(playerHttp.screen, { shown }), playerScreenSchema),
  };
}
