import type { Response } from 'express';
import { notFound } from '../../../errors.ts';
import type { DevicePrincipal, Principal } from '../../../http/routes/principal.ts';
import { occupySlot } from '../../../http/files/download-slots.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { OwnersPolicy } from '../../../policies/visible-owners.ts';
import { findReadableFile, type AudioFile, type AudioReader } from '../audio.repository.ts';
import type { Deps } from '../../../deps.ts';

/** Downloads of one device or user, resumed ones and ranges included. */
const PER_CALLER = { hits: 6_000, windowSeconds: 3_600 };

type Download = {
  user: Principal | null;
  device: DevicePrincipal | null;
  policy: OwnersPolicy;
  sha256: string;
  res: Response | undefined;
};

/**
 * Admits a download, which occupies a slot until its answer has ended. Throws not_found and
 * rate_limited.
 */
export async function prepareDownload(deps: Deps, download: Download): Promise<AudioFile> {
  const { user, device, policy, sha256, res } = download;
  const caller = device ? `device ${device.serial}` : `user ${user?.id}`;
  await countAttempt(deps, [{ key: `audio-download:${caller}`, ...PER_CALLER }]);
  const file = await findReadableFile(deps.db, sha256, readerOf(user, device, policy));
  if (!file) throw notFound('There is no such audio');
  occupySlot(deps.rendering.downloads, caller, res);
  return file;
}

/** Whose audio the caller may read: that of a device's owner, or what the policy says of the user. Throws not_found without a caller. */
export function readerOf(user: Principal | null, device: DevicePrincipal | null, policy: OwnersPolicy): AudioReader {
  if (device) return { deviceId: device.device_id };
  if (!user) throw notFound('There is no such audio');
  return { owners: policy(user) };
}
