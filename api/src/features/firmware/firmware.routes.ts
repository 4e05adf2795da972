import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import { Reply } from '../../http/routes/route.ts';
import { canManageFirmware, hidesNodesOfRoots } from '../../policies/devices.ts';
import { findArchives, findArchive } from './archives.repository.ts';
import { createArchive, removeArchive, toArchive, uploadArchive, archiveNotFound } from './archives.service.ts';
import { serve } from '../../serve.ts';
import type { Response } from 'express';
import type { DevicePrincipal, Principal } from '../../http/routes/principal.ts';
import { downloaderOf, type InTurn, occupySlot } from '../../http/files/download-slots.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Policy } from '../../policies/accounts.ts';
import type { Deps } from '../../deps.ts';
import { ROLLOUT_CHANGES, rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { canReadGroup } from '../../policies/owners.ts';
import { listRolloutDevices, findRollouts } from './rollouts.repository.ts';
import { changeRollout, previewRollout, readRollout, startRollout, toRollout } from './rollouts.service.ts';

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
async function prepareDownload(deps: Deps, download: Download): Promise<InTurn> {
  const { user, device, policy, filename, res } = download;
  const isPermitted = device !== null || (user !== null && policy(user));
  if (!isPermitted) throw archiveNotFound();
  const downloader = await downloaderOf(deps.branches.of, user, device);
  const inTurn = await occupySlot(deps.firmware.downloads, downloader, res);
  const archive = await inTurn.prepare(async () => {
    await countAttempt(deps, [{ key: `firmware-download:${downloader.part}`, ...PER_CALLER }]);
    return findArchive(deps.db, filename);
  });
  if (!archive) throw archiveNotFound();
  return inTurn;
}

/** A name can be used again after a deletion, so the ETag decides. */
const REVALIDATE = { 'Cache-Control': 'no-cache' };

export const archivesRoutes = [
  serve(firmwareHttp.archives, { access: 'admin' }, async ({ deps }) => ({
    success: true as const,
    error: null,
    archives: (await findArchives(deps.db)).map(toArchive),
  })),
  serve(firmwareHttp.latestArchive, { access: 'device-or-admin' }, async ({ deps }) => {
    const [latest] = await findArchives(deps.db);
    return { success: true as const, error: null, archive: latest ? toArchive(latest) : null };
  }),
  serve(firmwareHttp.createArchive, { access: 'admin', audit: 'service' }, async ({ deps, user, ip }) => ({
    success: true as const,
    error: null,
    archive: await createArchive(deps, { user, ip }),
  })),
  serve(firmwareHttp.uploadArchive, { access: 'admin', audit: 'service' }, async ({ deps, user, ip, query, req }) => {
    const announcedBytes = Number(req.headers['content-length'] ?? 0);
    const archive = await uploadArchive(deps, { user, ip }, { ...query, body: req, announcedBytes });
    return { success: true as const, error: null, archive };
  }),
  serve(
    firmwareHttp.downloadArchive,
    { access: 'device-or-admin', policy: canManageFirmware },
    async ({ deps, user, device, policy, params: { filename }, req }) => {
      const inTurn = await prepareDownload(deps, { user, device, policy, filename, res: req.res });
      const { store, nameOf } = deps.firmware.files;
      return Reply.stored(store, nameOf(filename), { headers: REVALIDATE, inTurn });
    },
  ),
  serve(firmwareHttp.firmwareKey, { access: 'device-or-admin' }, async ({ deps }) => ({
    public_key: await deps.firmware.tool.publicKey(),
  })),
  serve(
    firmwareHttp.removeArchive,
    { access: 'admin', policy: canManageFirmware, audit: 'service' },
    async ({ deps, user, ip, policy, params: { filename } }) => {
      await removeArchive(deps, { user, ip }, policy, filename);
      return { success: true as const, error: null };
    },
  ),
];

const policies = { firmware: canManageFirmware, group: canReadGroup };
const changingRoutes = ROLLOUT_CHANGES.map((change) =>
  serve(
    rolloutsHttp[change],
    { access: 'admin', policy: canManageFirmware, audit: 'service' },
    ({ deps, user, ip, policy, params }) =>
      changeRollout(deps, { user, ip }, policy, { id: params.rollout_id, change }),
  ),
);

export const rolloutsRoutes = [
  serve(
    rolloutsHttp.preview,
    { access: 'admin', policy: policies, audit: 'none: it shows what would happen' },
    ({ deps, user, policy, body }) => previewRollout(deps, user, policy, body),
  ),
  serve(
    rolloutsHttp.start,
    { access: 'admin', policy: policies, audit: 'service' },
    ({ deps, user, ip, policy, body }) => startRollout(deps, { user, ip }, policy, body),
  ),
  serve(rolloutsHttp.list, { access: 'admin' }, async ({ deps, user }) =>
    (await deps.long.read(user.id, ({ db }) => findRollouts(db))).map(toRollout),
  ),
  serve(rolloutsHttp.read, { access: 'admin', policy: canManageFirmware }, ({ deps, user, policy, params }) =>
    readRollout(deps, user, policy, params.rollout_id),
  ),
  serve(
    rolloutsHttp.devices,
    { access: 'admin', policy: canManageFirmware },
    async ({ deps, user, policy, params: { rollout_id }, query }) => {
      await readRollout(deps, user, policy, rollout_id);
      const { rows, total } = await deps.long.read(user.id, ({ db }) =>
        listRolloutDevices(db, rollout_id, query, { hidesRoots: hidesNodesOfRoots(user) }),
      );
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  ...changingRoutes,
];
