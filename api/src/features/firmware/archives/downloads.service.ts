import type { Response } from 'express';
import type { DevicePrincipal, Principal } from '../../../http/routes/principal.ts';
import { occupySlot } from '../../../http/files/download-slots.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { Policy } from '../../../policies/policy.ts';
import { findArchive } from '../archives.repository.ts';
import { archiveNotFound } from './archives.service.ts';
import type { Deps } from '../../../deps.ts';

/** Downloads of one device or user, resumed ones included. */
const PER_CALLER = { hits: 240, windowSeconds: 3_600 };

type Download = {
  user: Principal | null;
  device: DevicePrincipal | null;
  policy: Policy;
  filename: string;
  res: Response | undefined;
};

/**
 * Admits a download, which occupies a slot until its answer has ended. Throws not_found and
 * rate_limited.
 */
export async function prepareDownload(deps: Deps, download: Download): Promise<void> {
  const { user, device, policy, filename, res } = download;
  const isPermitted = device !== null || (user !== null && policy(user));
  if (!isPermitted) throw archiveNotFound();
  const caller = device ? `device ${device.serial}` : `user ${user?.id}`;
  await countAttempt(deps, [{ key: `firmware-download:${caller}`, ...PER_CALLER }]);
  if (!(await findArchive(deps.db, filename))) throw archiveNotFound();
  occupySlot(deps.firmware.downloads, caller, res);
}
