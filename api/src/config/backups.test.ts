import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

const parse = (env: Record<string, string>) =>
  parseConfig({ DATABASE_URL: 'postgres://localhost/belfry', SERVICE_SECRET: 'sixteen-letters!', ...env });

describe('the places of backups', () => {
  it('are folders and buckets', () => {
    expect(parse({ BACKUP_TARGETS: '' }).BACKUP_TARGETS).toBeUndefined();
    const bucket = 's3://bucket/belfry?region=eu-central-1&endpoint=https://minio:9000';
    expect(parse({ BACKUP_TARGETS: `/mnt/backups , ${bucket}` }).BACKUP_TARGETS).toEqual(['/mnt/backups', bucket]);
  });

  it.each(['backups', 'https://bucket', 's3://key:secret@bucket', ',', '/mnt,relative'])(
    'refuse %s without quoting it',
    (BACKUP_TARGETS) => {
      const refused = () => parse({ BACKUP_TARGETS });
      expect(refused).toThrow(/^BACKUP_TARGETS: /);
      expect(refused).not.toThrow(/secret/);
    },
  );

  it('have the key of a bucket and its secret together', () => {
    expect(() => parse({ BACKUP_S3_ACCESS_KEY_ID: 'key' })).toThrow(/together$/);
  });
});
