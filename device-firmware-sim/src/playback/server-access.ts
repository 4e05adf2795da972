import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { heardMusicHttp, trackReportAnswerSchema } from '@belfry/schemas/http/announcements/heard-music';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { programmeHttp } from '@belfry/schemas/http/schedules/programme';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { createHashCache, type AudioCache, type SharedDownloads } from '../audio-cache/audio-cache.ts';
import {
  addressOf,
  basicCredentials,
  DownloadError,
  downloadFile,
  type DownloadOptions,
} from '../firmware/download.ts';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import type { ProgrammeSource } from '../programme/programme-store.ts';
import type { TrackReport } from './heard-tracks.ts';

type Server = { serial: string; flash: Flash; clock: Clock; random: Random; apiUrl: string | undefined };
type Receiver = Pick<DownloadOptions, 'signal' | 'write'>;

/** Downloads audio with the key of the device. Throws DownloadError. */
export const audioDownload =
  ({ serial, flash, clock, random, apiUrl }: Server) =>
  (sha256: string, receiver: Receiver) =>
    downloadFile({
      ...receiver,
      url: addressOf(audioContentHttp.download, { sha256 }, apiUrl),
      authorization: basicCredentials(serial, flash.memory.device_key ?? ''),
      clock,
      random,
      keepBytes: false,
      maxBytes: AUDIO_MAX_BYTES,
    });

type ServerAccessDeps = Server & {
  downloads: SharedDownloads;
  cache?: AudioCache | undefined;
  programmeSource?: ProgrammeSource | undefined;
};

export function createServerAccess(deps: ServerAccessDeps) {
  const { flash, clock, downloads, apiUrl, serial } = deps;
  const random = deps.random.fork('downloads');
  const download = audioDownload({ serial, flash, clock, random, apiUrl });
  return {
    programmeSource:
      deps.programmeSource ??
      createProgrammeSource({
        address: () => addressOf(programmeHttp.ownProgramme, undefined, apiUrl),
        authorization: () => basicCredentials(serial, flash.memory.device_key ?? ''),
        downloads,
        clock,
        random,
      }),
    cache: deps.cache ?? hashCache(),
    /** @returns the number up to which the server has stored the tracks; null where it was not reached */
    reportTracks: async (report: TrackReport): Promise<number | null> => {
      try {
        const response = await fetch(addressOf(heardMusicHttp.report, report, apiUrl), {
          method: 'POST',
          headers: {
            authorization: basicCredentials(serial, flash.memory.device_key ?? ''),
            'content-type': 'application/json',
          },
          body: JSON.stringify(report),
          redirect: 'error',
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        if (response.ok) return trackReportAnswerSchema.parse(await response.json()).stored_seq;
        await response.body?.cancel();
      } catch {
        // The next report has them again.
      }
      return null;
    },
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

const MAX_BYTES = 32_000_000;
/** The SHA-256 of the body; a proxy that compresses makes it a weak one. */
const ETAG = /^(?:W\/)?"([0-9a-f]{64})"$/;

type Access = {
  /** Throws DownloadError. */
  address: () => URL;
  authorization: () => string;
  downloads: SharedDownloads;
} & Pick<DownloadOptions, 'clock' | 'random'>;

function createProgrammeSource({ address, authorization, downloads, clock, random }: Access): ProgrammeSource {
  return {
    fetch: () =>
      downloads.run(async () => {
        const file = await downloadFile({
          url: address(),
          authorization: authorization(),
          clock,
          random,
          keepBytes: true,
          maxBytes: MAX_BYTES,
        });
        const decoder = new TextDecoder();
        return file.chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
      }),
    async current(sha256) {
      try {
        const response = await fetch(address(), {
          headers: { authorization: authorization(), ...(sha256 !== null && { 'if-none-match': `"${sha256}"` }) },
          redirect: 'error',
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        await response.body?.cancel();
        if (response.status === 404) return null;
        if (response.status === 304) return sha256 ?? undefined;
        return response.ok ? ETAG.exec(response.headers.get('etag') ?? '')?.[1] : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
