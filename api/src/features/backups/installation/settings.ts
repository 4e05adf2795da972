import { hostname } from 'node:os';
import type { Config } from '../../../config/config.ts';

export type InstallationSettings = Pick<
  Config,
  | 'DATABASE_URL'
  | 'DATA_DIR'
  | 'FILES_URL'
  | 'FILES_S3_ACCESS_KEY_ID'
  | 'FILES_S3_SECRET_ACCESS_KEY'
  | 'BACKUP_S3_ACCESS_KEY_ID'
  | 'BACKUP_S3_SECRET_ACCESS_KEY'
  | 'SERVICE_SECRET'
  | 'PUBLIC_URL'
>;

export const installationSettings = (config: InstallationSettings): InstallationSettings => ({
  DATABASE_URL: config.DATABASE_URL,
  DATA_DIR: config.DATA_DIR,
  FILES_URL: config.FILES_URL,
  FILES_S3_ACCESS_KEY_ID: config.FILES_S3_ACCESS_KEY_ID,
  FILES_S3_SECRET_ACCESS_KEY: config.FILES_S3_SECRET_ACCESS_KEY,
  BACKUP_S3_ACCESS_KEY_ID: config.BACKUP_S3_ACCESS_KEY_ID,
  BACKUP_S3_SECRET_ACCESS_KEY: config.BACKUP_S3_SECRET_ACCESS_KEY,
  SERVICE_SECRET: config.SERVICE_SECRET,
  PUBLIC_URL: config.PUBLIC_URL,
});

const NAME_MAX = 40;

/** The installation in the names of its backups: the host that people type, or that of the machine. */
export function installationName({ PUBLIC_URL }: Pick<InstallationSettings, 'PUBLIC_URL'>): string {
  const host = PUBLIC_URL === undefined ? hostname() : new URL(PUBLIC_URL).hostname;
  const name = host
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .slice(0, NAME_MAX);
  return name.replaceAll(/^[.-]+|[.-]+$/g, '') || 'installation';
}

/** `belfry-radio.example.org-20261126T201500Z.bkp` */
export const backupFileName = (installation: string, at: Date): string =>
  `belfry-${installation}-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.bkp`;
