import { z } from 'zod';
import { archiveFilenameSchema, archiveVersionSchema, sha256Schema, signatureSchema } from '../../domain/firmware.ts';
import { endpoint } from '../endpoint.ts';

export const archiveSchema = z
  .strictObject({
    filename: archiveFilenameSchema,
    version: archiveVersionSchema,
    size: z.int().min(0).describe('bytes'),
    created: z.iso.datetime(),
    firmware_version: z.string().optional().describe('what devices with it report as device_version'),
    path: z.string().describe('below this origin: where devices and administrators download it'),
    sha256: sha256Schema,
    signature: signatureSchema,
  })
  .meta({ id: 'ClientArchive' });
export type ClientArchive = z.infer<typeof archiveSchema>;

const done = { success: z.literal(true), error: z.null() };

export const archiveListAnswerSchema = z
  .strictObject({ ...done, archives: z.array(archiveSchema) })
  .meta({ id: 'ClientArchiveListAnswer' });
export type ArchiveListAnswer = z.infer<typeof archiveListAnswerSchema>;

export const archiveAnswerSchema = z
  .strictObject({ ...done, archive: archiveSchema })
  .meta({ id: 'ClientArchiveAnswer' });
export type ArchiveAnswer = z.infer<typeof archiveAnswerSchema>;

/** GET /client/latest-archive: the one with the highest version; null where there is none. */
export const latestArchiveAnswerSchema = z
  .strictObject({ ...done, archive: archiveSchema.nullable() })
  .meta({ id: 'LatestClientArchiveAnswer' });

export const createArchiveBodySchema = z.object({}).meta({ id: 'CreateArchiveBody' });

export const uploadArchiveQuerySchema = z.object({ filename: archiveFilenameSchema, signature: signatureSchema });

export const archiveParamsSchema = z.object({ filename: archiveFilenameSchema });
export const archiveFileSchema = z.file().mime('application/zstd');
export const archiveDeletedSchema = z.strictObject(done).meta({ id: 'ClientArchiveDeleted' });

/** GET /client/firmware-key: the public key of the signatures, SPKI in base64, which a device pins. */
export const firmwareKeyAnswerSchema = z
  .strictObject({ public_key: z.string().max(200) })
  .meta({ id: 'FirmwareKeyAnswer' });

export const firmwareHttp = {
  archives: endpoint({
    method: 'get',
    path: '/client/archives',
    summary: 'The archives of the client software, the highest version first',
    answer: archiveListAnswerSchema,
  }),
  latestArchive: endpoint({
    method: 'get',
    path: '/client/latest-archive',
    summary: 'The archive with the highest version, for devices that update themselves',
    answer: latestArchiveAnswerSchema,
  }),
  createArchive: endpoint({
    method: 'post',
    path: '/client/create-archive',
    summary: 'Build and sign an archive from the installed source of the client',
    body: createArchiveBodySchema,
    answer: archiveAnswerSchema,
    errors: ['unprocessable', 'rate_limited', 'conflict'],
  }),
  uploadArchive: endpoint({
    method: 'post',
    path: '/client/upload-archive',
    summary: 'Upload a signed archive',
    description: 'The body is the archive (tar.zst). It is listed once its content and its signature are verified.',
    query: uploadArchiveQuerySchema,
    upload: archiveFileSchema,
    answer: archiveAnswerSchema,
    errors: ['unprocessable', 'rate_limited', 'conflict', 'payload_too_large', 'files_unavailable'],
  }),
  downloadArchive: endpoint({
    method: 'get',
    path: '/client/archives/{filename}',
    summary: 'Download an archive, also in ranges',
    description: 'For devices with HTTP Basic (serial and device key), and for administrators.',
    params: archiveParamsSchema,
    answer: archiveFileSchema,
    errors: ['not_found', 'rate_limited', 'files_unavailable'],
  }),
  firmwareKey: endpoint({
    method: 'get',
    path: '/client/firmware-key',
    summary: 'The public key of the signatures, which a device pins',
    answer: firmwareKeyAnswerSchema,
  }),
  removeArchive: endpoint({
    method: 'delete',
    path: '/client/delete-archive/{filename}',
    summary: 'Delete an archive that no running rollout uses',
    params: archiveParamsSchema,
    answer: archiveDeletedSchema,
    errors: ['not_found', 'conflict'],
  }),
};
