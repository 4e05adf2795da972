import { z } from 'zod';
import { archiveFilenameSchema, sha256Schema, signatureSchema } from '../domain/firmware.ts';
import { VOLUME_MAX, VOLUME_MIN } from '../domain/limits.ts';
import { playerChannelSchema, playerStateWordSchema } from '../domain/player.ts';

/** Accepted argument forms: `status`, `play`, `--stop`, `1 status`, `[1, "status"]`; see CMD-3. */
export const argsSchema = z.union([z.string().max(100), z.array(z.union([z.string().max(100), z.int()])).max(4)]);

/** The words of an `args` parameter: `"1 status"` and `[1, "status"]` are equivalent. */
export const splitArgs = (value: z.infer<typeof argsSchema>): string[] =>
  (Array.isArray(value) ? value.map(String) : value.split(/\s+/)).filter((word) => word !== '');

export const playerStatusSchema = z
  .object({
    channel: playerChannelSchema,
    state: playerStateWordSchema,
    volume: z.int().min(VOLUME_MIN).max(VOLUME_MAX),
    current_track: z.string().nullable(),
    position: z.number().min(0).describe('seconds'),
    duration: z.number().min(0).describe('seconds; 0 for a live stream'),
    percentage: z.number().min(0).max(100),
    playlist_length: z.int().min(0),
    problem: z
      .object({ url: z.string().max(500), reason: z.string().max(500) })
      .nullable()
      .optional()
      .describe('the station that should be heard, and why it is not'),
  })
  .meta({ id: 'PlayerStatus' });
export type PlayerStatus = z.infer<typeof playerStatusSchema>;

export const wifiNetworkSchema = z
  .object({
    ssid: z.string(),
    signal: z.int().min(0).max(100).describe('percent'),
    security: z.enum(['Open', 'WPA2', 'WPA3']),
    channel: z.int(),
  })
  .meta({ id: 'WifiNetwork' });
export type WifiNetwork = z.infer<typeof wifiNetworkSchema>;

export const deviceInfoSchema = z.object({
  hostname: z.string(),
  ip: z.string(),
  mac: z.string(),
  model: z.string(),
  device_version: z.string(),
  latest_version: z.string().optional().describe('what an update without a version would install'),
  os: z.string(),
  kernel: z.string(),
  uptime_seconds: z.int().min(0),
  wifi_login: z.string().nullable(),
});
export const freedSpaceSchema = z.object({ freed_bytes: z.int().min(0), removed_files: z.int().min(0) });
/** Without `filename` the device chooses the software itself, as far as `version` allows; with it, it installs that archive; see FW-10. */
export const softwareSchema = z
  .strictObject({
    version: z.string().max(50).optional(),
    allow_downgrade: z
      .boolean()
      .optional()
      .describe('administrators only: also a version below the one that is running; see FW-18'),
    filename: archiveFilenameSchema.optional(),
    sha256: sha256Schema.optional(),
    signature: signatureSchema.optional(),
    url: z
      .string()
      .max(500)
      .optional()
      .describe('where the archive is, if not at the path of the contract; of the same origin'),
  })
  .refine(
    ({ filename, sha256, signature }) =>
      (filename === undefined) === (sha256 === undefined) && (filename === undefined) === (signature === undefined),
    'filename, sha256 and signature come together',
  );
export const versionChangeSchema = z.object({ version: z.string(), previous_version: z.string() });
