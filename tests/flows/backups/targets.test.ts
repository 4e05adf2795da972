/** @module-tag full */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseConfig } from '@belfry/api/config/config';
import { locate, openTarget } from '@belfry/api/features/backups/targets/open-target';
import type { Target } from '@belfry/api/features/backups/targets/target';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3, type S3Server } from '../../support/services/s3-server.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-targets-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

const addressOf = (bucket = s3.bucket): string =>
  `s3://${bucket}/backups?region=us-east-1&endpoint=${encodeURIComponent(s3.endpoint)}`;

function open(address: string): Promise<Target> {
  const env = { DATABASE_URL: 'postgres://localhost/belfry', SERVICE_SECRET: 'sixteen-letters!', ...s3.env };
  return openTarget(address, parseConfig(env));
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_003) yield bytes.subarray(at, at + 100_003);
}

/** Fails in the middle of what it yields. */
async function* failing(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* pieces(bytes);
  throw new Error('the source has failed');
}

describe.each<[string, () => string]>([
  ['a folder', () => join(folder, 'backups')],
  ['a bucket', () => addressOf()],
])('%s', (_name, addressed) => {
  let target: Target;
  beforeAll(async () => {
    target = await open(addressed());
  });
  afterAll(() => target.close());

  it.each([0, 1, 20_000_000])('returns a backup of %i bytes as it was written', async (size) => {
    const bytes = randomBytes(size);
    expect(await target.write(`${size}.bkp`, pieces(bytes))).toBe(size);
    if (size > 0) expect((await buffer(target.read(`${size}.bkp`))).equals(bytes)).toBe(true);
  });

  it('stores nothing of a backup that fails', async () => {
    await expect(target.write('failed.bkp', failing(randomBytes(9_000_000)))).rejects.toThrow('the source has failed');
    await expect(buffer(target.read('failed.bkp'))).rejects.toThrow();
  });

  it('forgets a backup, and one that is gone already', async () => {
    await target.write('old.bkp', pieces(Buffer.from('old')));
    await target.remove('old.bkp');
    await target.remove('old.bkp');
    await expect(buffer(target.read('old.bkp'))).rejects.toThrow();
  });
});

it('a folder has nothing but whole backups', async () => {
  expect((await readdir(join(folder, 'backups'))).sort()).toEqual(['0.bkp', '1.bkp', '20000000.bkp']);
});

it('a folder of a disk that is not there is an error', async () => {
  const target = await open(join(folder, 'not', 'mounted'));
  await expect(target.write('a.bkp', pieces(Buffer.from('a')))).rejects.toThrow(/mounted: it does not exist/);
});

it('a bucket that is missing is named as such', async () => {
  const target = await open(addressOf('no-such-bucket'));
  await expect(target.write('a.bkp', pieces(Buffer.from('a')))).rejects.toThrow(/bucket of the backups/);
  target.close();
});

it('finds the target and the name of a backup in its address', () => {
  expect(locate('s3://bucket/a/b.bkp?region=eu')).toEqual({ target: 's3://bucket/a?region=eu', name: 'b.bkp' });
  expect(locate('s3://bucket/b.bkp')).toEqual({ target: 's3://bucket', name: 'b.bkp' });
  expect(locate('/folder/b.bkp')).toEqual({ target: '/folder', name: 'b.bkp' });
});
