import {
  archiveAnswerSchema,
  archiveDeletedSchema,
  archiveFileSchema,
  archiveListAnswerSchema,
  archiveParamsSchema,
  createArchiveBodySchema,
  firmwareKeyAnswerSchema,
  latestArchiveAnswerSchema,
  uploadArchiveQuerySchema,
} from '@belfry/schemas/http/devices/firmware';
import { Reply, routeWith } from '../../../http/routes/route.ts';
import { canManageFirmware } from '../../../policies/firmware.ts';
import type { FirmwareDeps } from '../deps.ts';
import { findArchives } from '../archives.repository.ts';
import { createArchive, removeArchive, toArchive, uploadArchive } from './archives.service.ts';
import { prepareDownload } from './downloads.service.ts';

const route = routeWith<FirmwareDeps>();

/** A name can be used again after a deletion, so the ETag decides. */
const REVALIDATE = { 'Cache-Control': 'no-cache' };

export const archivesRoutes = [
  route(
    {
      method: 'get',
      path: '/client/archives',
      summary: 'The archives of the client software, the highest version first',
      access: 'admin',
      answer: archiveListAnswerSchema,
    },
    async ({ deps }) => ({
      success: true as const,
      error: null,
      archives: (await findArchives(deps.db)).map(toArchive),
    }),
  ),
  route(
    {
      method: 'get',
      path: '/client/latest-archive',
      summary: 'The archive with the highest version, for devices that update themselves',
      access: 'device-or-admin',
      answer: latestArchiveAnswerSchema,
    },
    async ({ deps }) => {
      const [latest] = await findArchives(deps.db);
      return { success: true as const, error: null, archive: latest ? toArchive(latest) : null };
    },
  ),
  route(
    {
      method: 'post',
      path: '/client/create-archive',
      summary: 'Build and sign an archive from the installed source of the client',
      access: 'admin',
      body: createArchiveBodySchema,
      answer: archiveAnswerSchema,
      errors: ['unprocessable', 'rate_limited', 'conflict'],
    },
    async ({ deps, user, ip }) => ({
      success: true as const,
      error: null,
      archive: await createArchive(deps, { user, ip }),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/client/upload-archive',
      summary: 'Upload a signed archive',
      description: 'The body is the archive (tar.zst). It is listed once its content and its signature are verified.',
      access: 'admin',
      query: uploadArchiveQuerySchema,
      upload: archiveFileSchema,
      answer: archiveAnswerSchema,
      errors: ['unprocessable', 'rate_limited', 'conflict', 'payload_too_large', 'files_unavailable'],
    },
    async ({ deps, user, ip, query, req }) => {
      const announcedBytes = Number(req.headers['content-length'] ?? 0);
      const archive = await uploadArchive(deps, { user, ip }, { ...query, body: req, announcedBytes });
      return { success: true as const, error: null, archive };
    },
  ),
  route(
    {
      method: 'get',
      path: '/client/archives/{filename}',
      summary: 'Download an archive, also in ranges',
      description: 'For devices with HTTP Basic (serial and device key), and for administrators.',
      access: 'device-or-admin',
      policy: canManageFirmware,
      params: archiveParamsSchema,
      answer: archiveFileSchema,
      errors: ['not_found', 'rate_limited', 'files_unavailable'],
    },
    async ({ deps, user, device, policy, params: { filename }, req }) => {
      await prepareDownload(deps, { user, device, policy, filename, res: req.res });
      const { store, nameOf } = deps.firmware.files;
      return Reply.stored(store, nameOf(filename), { headers: REVALIDATE });
    },
  ),
  route(
    {
      method: 'get',
      path: '/client/firmware-key',
      summary: 'The public key of the signatures, which a device pins',
      access: 'device-or-admin',
      answer: firmwareKeyAnswerSchema,
    },
    async ({ deps }) => ({ public_key: await deps.firmware.tool.publicKey() }),
  ),
  route(
    {
      method: 'delete',
      path: '/client/delete-archive/{filename}',
      summary: 'Delete an archive that no running rollout uses',
      access: 'admin',
      policy: canManageFirmware,
      params: archiveParamsSchema,
      answer: archiveDeletedSchema,
      errors: ['not_found', 'conflict'],
    },
    async ({ deps, user, ip, policy, params: { filename } }) => {
      await removeArchive(deps, { user, ip }, policy, filename);
      return { success: true as const, error: null };
    },
  ),
];
