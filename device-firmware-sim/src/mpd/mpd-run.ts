import { reasonText } from '@belfry/schemas/domain/reasons';
import { sleep, type Clock } from '../hardware/clock.ts';
import { OutputError } from '../playback/output/audio-output.ts';
import type { MpdClient } from './mpd-client.ts';
import { MpdConnectionError } from './mpd-connection.ts';
import { MpdError } from './mpd-response.ts';

/** How long what is due waits for an MPD that is being started. */
const CONNECT_TIMEOUT_MS = 3_000;
/** MPD's error for a file that it cannot read. */
const NO_SUCH_SONG = 50;

export type MpdRun = MpdClient['run'];

/** Runs MPD commands for a player: waits for the connection, and rejects with OutputError, whose text is for people. */
export function createMpdRun(client: MpdClient, clock: Clock): MpdRun {
  return async (...commands) => {
    try {
      await Promise.race([client.connected(), sleep(clock, CONNECT_TIMEOUT_MS)]);
      return await client.run(...commands);
    } catch (error) {
      if (error instanceof MpdError && error.code === NO_SUCH_SONG)
        throw new OutputError(reasonText('audio_unreadable'));
      if (error instanceof MpdError || error instanceof MpdConnectionError) throw new OutputError(error.message);
      throw error;
    }
  };
}
