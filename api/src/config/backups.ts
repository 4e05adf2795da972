import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { s3UrlSchema } from './files.ts';
import { optionalText, setting } from './setting.ts';

const TARGETS_MAX = 4_000;

export const backupSettings = {
  /**
   * The places between which a root chooses: absolute folders and `s3://bucket/prefix?region=…&endpoint=…`, separated by commas. Empty: the
   * folder `backups` of DATA_DIR. Whoever gets into the account of a root cannot send the data elsewhere.
   */
  BACKUP_TARGETS: setting(z.string().max(TARGETS_MAX).transform(readTargets).optional()),
  /** Both or none; without them those of FILES_S3_… are used, and without these the SDK finds credentials as usual. */
  BACKUP_S3_ACCESS_KEY_ID: optionalText(200),
  BACKUP_S3_SECRET_ACCESS_KEY: optionalText(200),
};

function readTargets(text: string, context: z.RefinementCtx): string[] {
  const targets = text
    .split(',')
    .map((target) => target.trim())
    .filter((target) => target !== '');
  if (targets.length > 0 && targets.every(isTarget)) return targets;
  context.addIssue({
    code: 'custom',
    message:
      'Expected absolute folders or s3://bucket/prefix?region=…&endpoint=… without credentials, separated by commas',
  });
  return z.NEVER;
}

const isTarget = (text: string): boolean => isAbsolute(text) || s3UrlSchema.safeParse(text).success;

type Credentials = {
  BACKUP_S3_ACCESS_KEY_ID?: string | undefined;
  BACKUP_S3_SECRET_ACCESS_KEY?: string | undefined;
};

export function checkBackupSettings(config: Credentials, context: z.RefinementCtx): void {
  if ((config.BACKUP_S3_ACCESS_KEY_ID === undefined) === (config.BACKUP_S3_SECRET_ACCESS_KEY === undefined)) return;
  const message = 'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are set together';
  context.addIssue({ code: 'custom', path: ['BACKUP_S3_ACCESS_KEY_ID'], message });
}
