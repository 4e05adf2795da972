import { firmwareKeyAnswerSchema } from '@belfry/schemas/http/devices/firmware';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import { createSlots, type SlotTable } from '../hardware/slots.ts';
import { createContentStore, type ContentStore, type KnownContent } from './content-store.ts';
import { DownloadError, downloadFile } from './download.ts';

export type ArchiveReference = { filename: string; sha256: string; signature: string; url?: string | undefined };

/** Where a device gets archives from, and where it stores versions. */
export type Firmware = {
  slots: SlotTable;
  /** Downloads an archive with the key of the device. Throws DownloadError and ArchiveError. */
  fetch(archive: ArchiveReference): Promise<KnownContent>;
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
  contents?: ContentStore | undefined;
};

export function createFirmware(deps: FirmwareDeps): Firmware {
  const { serial, flash, clock, random, apiUrl, contents = createContentStore() } = deps;
  const authorization = (): string => basicCredentials(serial, flash.memory.device_key ?? '');

  return {
    slots: createSlots(flash),
    fetch: ({ filename, sha256, url = `/api/client/archives/${filename}` }) => {
      const address = sameOrigin(url, apiUrl);
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

/** HTTP Basic credentials of a device. */
export const basicCredentials = (serial: Serial, key: string): string =>
  `Basic ${Buffer.from(`${serial}:${key}`).toString('base64')}`;

/** The public key of the signatures, from the server. Throws DownloadError. */
export async function fetchFirmwareKey(apiUrl: string | undefined, authorization: string): Promise<string> {
  const address = sameOrigin('/api/client/firmware-key', apiUrl);
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(address, { headers: { authorization }, redirect: 'error', signal });
    return firmwareKeyAnswerSchema.parse(await response.json()).public_key;
  } catch {
    throw new DownloadError('download_failed', 'The server did not send the key of its signatures');
  }
}

/** An address of the device's own server. To any other the key of the device must not be sent. Throws DownloadError. */
export function sameOrigin(url: string, apiUrl: string | undefined): URL {
  const base = apiUrl === undefined ? null : URL.parse(apiUrl);
  const address = base && URL.parse(url, base.href);
  if (address && address.origin === base.origin) return address;
  throw new DownloadError('download_failed', 'The file is not on the server of this device');
}
