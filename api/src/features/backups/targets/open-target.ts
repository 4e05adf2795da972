import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { s3UrlSchema } from '../../../config/files.ts';
import { BackupError } from '../archive/backup-error.ts';
import { createFolderTarget } from './folder-target.ts';
import type { Target } from './target.ts';

export type TargetSettings = Pick<
  Config,
  | 'DATA_DIR'
  | 'FILES_S3_ACCESS_KEY_ID'
  | 'FILES_S3_SECRET_ACCESS_KEY'
  | 'BACKUP_S3_ACCESS_KEY_ID'
  | 'BACKUP_S3_SECRET_ACCESS_KEY'
>;

export const configuredTargets = ({
  BACKUP_TARGETS,
  DATA_DIR,
}: Pick<Config, 'BACKUP_TARGETS' | 'DATA_DIR'>): string[] => BACKUP_TARGETS ?? [join(resolve(DATA_DIR), 'backups')];

const isS3 = (text: string): boolean => text.startsWith('s3://');

/** Opens a folder, or `s3://bucket/prefix?region=…&endpoint=…`. Throws BackupError for an address that is none. */
export async function openTarget(text: string, settings: TargetSettings): Promise<Target> {
  if (!isS3(text)) return createFolderTarget(resolve(text));
  const location = s3UrlSchema.safeParse(text);
  if (!location.success)
    throw new BackupError('target', 'The address must be s3://bucket/prefix?region=…&endpoint=… without credentials.');
  const { createS3Target } = await import('./s3-target.ts');
  const credentials = credentialsOf(settings);
  return createS3Target({ ...location.data, ...(credentials && { credentials }) });
}

function credentialsOf(settings: TargetSettings): { accessKeyId: string; secretAccessKey: string } | null {
  const accessKeyId = settings.BACKUP_S3_ACCESS_KEY_ID ?? settings.FILES_S3_ACCESS_KEY_ID;
  const secretAccessKey = settings.BACKUP_S3_SECRET_ACCESS_KEY ?? settings.FILES_S3_SECRET_ACCESS_KEY;
  return accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : null;
}

export function locate(text: string): { target: string; name: string } {
  if (!isS3(text)) return { target: dirname(resolve(text)), name: basename(text) };
  const [address = '', query] = text.split('?');
  const at = address.lastIndexOf('/');
  return { target: `${address.slice(0, at)}${query === undefined ? '' : `?${query}`}`, name: address.slice(at + 1) };
}
