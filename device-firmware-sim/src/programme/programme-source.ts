import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { SharedDownloads } from '../audio-cache/audio-downloads.ts';
import { downloadFile, type DownloadOptions } from '../firmware/download.ts';

const PATH = '/api/devices/programme';
const MAX_BYTES = 32_000_000;

/** Where a device gets its programme from. */
export type ProgrammeSource = {
  /** The text of the current programme. Throws DownloadError. */
  fetch(): Promise<string>;
  /** Whether the server answers that this device has no programme; false if it is not reached. */
  isGone(sha256: string): Promise<boolean>;
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
    async isGone(sha256) {
      try {
        const response = await fetch(address(PATH), {
          headers: { authorization: authorization(), 'if-none-match': `"${sha256}"` },
          redirect: 'error',
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        await response.body?.cancel();
        return response.status === 404;
      } catch {
        return false;
      }
    },
  };
}
