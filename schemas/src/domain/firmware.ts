import { z } from 'zod';

/** The largest archive, and the largest content of one after decompression, in bytes; see FW-4. */
export const ARCHIVE_MAX_BYTES = 64 * 1024 * 1024;
export const ARCHIVE_CONTENT_MAX_BYTES = 192 * 1024 * 1024;
export const ARCHIVE_FILES_MAX = 5_000;
export const MANIFEST_MAX_BYTES = 1024 * 1024;
export const ARCHIVES_MAX = 100;
/** A new version that has not reached the broker by then is replaced by the previous one. */
export const FIRMWARE_TRIAL_MS = 60_000;

/** The name of the client software in manifests; archives of other software are refused. */
export const FIRMWARE_NAME = 'belfry-client';
export const MANIFEST_PATH = 'manifest.json';

/** Cannot be a path: no separators, no leading dot. */
export const archiveFilenameSchema = z
  .string()
  .max(120)
  .regex(/^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*\.tar\.zst$/, 'Expected a name such as belfry-client-3.5.tar.zst');

/** A number with one decimal: 3.5. */
export const archiveVersionSchema = z
  .number()
  .min(0.1)
  .max(9_999.9)
  .refine((value) => Math.round(value * 10) / 10 === value, 'Expected a number with one decimal');

/** SHA-256 as lower-case hexadecimal digits. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'Expected 64 hexadecimal digits');

/** A detached Ed25519 signature in base64. */
export const signatureSchema = z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'Expected an Ed25519 signature in base64');

/** A path inside an archive: relative, without empty, `.` and `..` parts. */
const entryPath = z
  .string()
  .max(200)
  .regex(/^(?!\/)[\w@./-]+$/)
  .refine(
    (path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
    'not a relative path',
  );

export const firmwareManifestSchema = z.strictObject({
  format: z.literal(1),
  name: z.literal(FIRMWARE_NAME),
  version: archiveVersionSchema,
  /** What a device with this software reports as its `device_version`. */
  firmware_version: z.string().min(1).max(50),
  created: z.iso.datetime(),
  main: entryPath,
  files: z
    .array(z.strictObject({ path: entryPath, size: z.int().min(0), sha256: sha256Schema }))
    .min(1)
    .max(ARCHIVE_FILES_MAX),
});
export type FirmwareManifest = z.infer<typeof firmwareManifestSchema>;

/** Versions as they can be compared: numbers and dots. */
export const COMPARABLE_VERSION = '^[0-9]{1,6}([.][0-9]{1,6}){0,5}$';

/** Whether a version is below another one: 3.4 is below 3.5, and 3 below 3.0. False where one of them is no numbers and dots. */
export function isVersionBelow(version: string, other: string): boolean {
  const pattern = new RegExp(COMPARABLE_VERSION);
  if (!pattern.test(version) || !pattern.test(other)) return false;
  const [own, others] = [version, other].map((text) => text.split('.').map(Number));
  const at = (own ?? []).findIndex((part, index) => part !== others?.[index]);
  if (at === -1) return (own ?? []).length < (others ?? []).length;
  return others?.[at] !== undefined && (own?.[at] ?? 0) < others[at];
}
