import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { SharedDownloads } from '../audio-cache/audio-cache.ts';
import { downloadFile, type DownloadOptions } from '../firmware/download.ts';

const PATH = '/api/devices/programme';
const MAX_BYTES = 32_000_000;
/** The SHA-256 of the body; a proxy that compresses makes it a weak one. */
const ETAG = /^(?:W\/)?"([0-9a-f]{64})"$/;

/** Where a device gets its programme from. */
export type ProgrammeSource = {
  /** The text of the current programme. Throws DownloadError. */
  fetch(): Promise<string>;
  /**
   * The hash of the current programme, of which the device has the one with the hash `known`. Null: the server answers that this device
   * has none; undefined: it was not reached, or answered something else.
   */
  current(known: string | null): Promise<string | null | undefined>;
};

type Access = {
  /** An address of the server. Throws DownloadError. */
  address: (path: string) => URL;
  authorization: () => string;
  downloads: SharedDownloads;
} & Pick<DownloadOptions, 'clock' | 'random'>;

export function createProgrammeSource({ address, authorization, downloads, clock, random }: Access): ProgrammeSource {
  return {
    fetch: () =>
      downloads.run(async () => {
        const file = await downloadFile({
          url: address(PATH),
          authorization: authorization(),
          clock,
          random,
          keepBytes: true,
          maxBytes: MAX_BYTES,
        });
        return Buffer.concat(file.chunks).toString('utf8');
      }),
    async current(known) {
      try {
        const response = await fetch(address(PATH), {
          headers: { authorization: authorization(), ...(known !== null && { 'if-none-match': `"${known}"` }) },
          redirect: 'error',
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        await response.body?.cancel();
        if (response.status === 404) return null;
        if (response.status === 304) return known ?? undefined;
        return response.ok ? ETAG.exec(response.headers.get('etag') ?? '')?.[1] : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
