import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import { createSlots, type SlotTable } from '../hardware/slots.ts';
import type { ContentStore, KnownContent } from './content-store.ts';
import { ArchiveError } from '../archive/archive-content.ts';
import { addressOf, basicCredentials, DownloadError, downloadFile, sameOrigin } from './download.ts';

export type ArchiveReference = { filename: string; sha256: string; signature: string; url?: string | undefined };

export type Firmware = {
  slots: SlotTable;
  /** Downloads an archive with the key of the device. Throws DownloadError and ArchiveError. */
  fetch(archive: ArchiveReference): Promise<KnownContent>;
  /** Throws ArchiveError `signature_invalid`. */
  checkSignature: ContentStore['checkSignature'];
  /** The pinned public key; where none is pinned yet, that of the server, which is pinned. Throws DownloadError. */
  pinnedKey(): Promise<string>;
};

type FirmwareDeps = {
  serial: Serial;
  flash: Flash;
  clock: Clock;
  random: Random;
  /** The address of the api; without it no archive can be installed. */
  apiUrl: string | undefined;
  /** What reads archives; a device without it installs none. */
  contents?: ContentStore | undefined;
};

const noArchives: ContentStore = {
  fetch: () => Promise.reject(new ArchiveError('archive_invalid', 'This device reads no archives')),
  checkSignature() {},
};

export function createFirmware(deps: FirmwareDeps): Firmware {
  const { serial, flash, clock, random, apiUrl, contents = noArchives } = deps;
  const authorization = (): string => basicCredentials(serial, flash.memory.device_key ?? '');

  return {
    slots: createSlots(flash),
    checkSignature: contents.checkSignature,
    fetch: ({ filename, sha256, url }) => {
      const address =
        url === undefined ? addressOf(firmwareHttp.downloadArchive, { filename }, apiUrl) : sameOrigin(url, apiUrl);
      return contents.fetch(sha256, (keepBytes) =>
        downloadFile({ url: address, authorization: authorization(), clock, random, keepBytes }),
      );
    },
    async pinnedKey() {
      const { memory } = flash;
      memory.firmware_key ??= await fetchFirmwareKey(apiUrl, authorization());
      flash.changed();
      return memory.firmware_key;
    },
  };
}

/** The public key of the signatures, from the server. Throws DownloadError. */
export async function fetchFirmwareKey(apiUrl: string | undefined, authorization: string): Promise<string> {
  const address = addressOf(firmwareHttp.firmwareKey, undefined, apiUrl);
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(address, { headers: { authorization }, redirect: 'error', signal });
    return firmwareHttp.firmwareKey.answer.parse(await response.json()).public_key;
  } catch {
    throw new DownloadError('download_failed', 'The server did not send the key of its signatures');
  }
}
