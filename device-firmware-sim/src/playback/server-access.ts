import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { createHashCache, type AudioCache } from '../audio-cache/audio-cache.ts';
import { DownloadError, downloadFile, type DownloadOptions } from '../firmware/download.ts';
import { basicCredentials, sameOrigin } from '../firmware/firmware.ts';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import { createProgrammeSource } from '../programme/programme-source.ts';
import type { PlaybackDeps } from './playback-types.ts';

type Server = { serial: string; flash: Flash; clock: Clock; random: Random; apiUrl: string | undefined };
type Receiver = Pick<DownloadOptions, 'signal' | 'write'>;

/** Downloads audio with the key of the device. Throws DownloadError. */
export const audioDownload =
  ({ serial, flash, clock, random, apiUrl }: Server) =>
  (sha256: string, receiver: Receiver) =>
    downloadFile({
      ...receiver,
      url: sameOrigin(`/api/audio/${sha256}`, apiUrl),
      authorization: basicCredentials(serial, flash.memory.device_key ?? ''),
      clock,
      random,
      keepBytes: false,
      maxBytes: AUDIO_MAX_BYTES,
    });

/** Where a device gets its programme and its audio from. */
export function createServerAccess(deps: PlaybackDeps) {
  const { flash, clock, downloads, apiUrl, serial } = deps;
  const random = deps.random.fork('downloads');
  const download = audioDownload({ serial, flash, clock, random, apiUrl });
  return {
    programmeSource:
      deps.programmeSource ??
      createProgrammeSource({
        address: (path) => sameOrigin(path, apiUrl),
        authorization: () => basicCredentials(serial, flash.memory.device_key ?? ''),
        downloads,
        clock,
        random,
      }),
    cache: deps.cache ?? hashCache(),
  };

  function hashCache(): AudioCache {
    return createHashCache({
      cached: flash.audio,
      changed: flash.changed,
      downloads,
      async download(sha256, signal) {
        const file = await download(sha256, { signal });
        if (file.sha256 === sha256) return file.size;
        throw new DownloadError('hash_mismatch', reasonText('audio_damaged'));
      },
    });
  }
}
