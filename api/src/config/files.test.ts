import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

const parse = (env: Record<string, string>) =>
  parseConfig({ DATABASE_URL: 'postgres://localhost/belfry', SERVICE_SECRET: 'sixteen-letters!', ...env });

describe('the settings of files', () => {
  it('name a bucket, a prefix, a region and a server', () => {
    expect(parse({ FILES_URL: '' }).FILES_URL).toBeUndefined();
    expect(parse({ FILES_URL: 's3://my-bucket.eu' }).FILES_URL).toEqual({
      bucket: 'my-bucket.eu',
      prefix: '',
      region: 'us-east-1',
    });
    const url = 's3://files/some/prefix/?region=eu-central-1&endpoint=https://minio:9000';
    expect(parse({ FILES_URL: url }).FILES_URL).toEqual({
      bucket: 'files',
      prefix: 'some/prefix/',
      region: 'eu-central-1',
      endpoint: 'https://minio:9000',
    });
  });

  it.each(['https://files', 's3://', 's3://key:secret@files', 's3://files?endpoint=files', 's3://files?regoin=x'])(
    'refuse %s without quoting it',
    (FILES_URL) => {
      const message = ((): string => {
        try {
          return JSON.stringify(parse({ FILES_URL }));
        } catch (error) {
          return (error as Error).message;
        }
      })();
      expect(message).toMatch(/^FILES_URL: /);
      expect(message).not.toContain('secret');
    },
  );

  it('have the key and its secret together', () => {
    expect(() => parse({ FILES_S3_ACCESS_KEY_ID: 'key' })).toThrow('FILES_S3_ACCESS_KEY_ID');
    expect(() => parse({ FILES_S3_SECRET_ACCESS_KEY: 'secret' })).toThrow(/together$/);
  });
});
