/** @module-tag full */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createDirectoryStore, type FileStore } from '@belfry/api/storage/index';
import { createS3Store } from '@belfry/api/storage/s3-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3_CREDENTIALS, startS3, type S3Server } from '../../../support/services/s3-server.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-files-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

const s3Store = (endpoint = s3.endpoint): FileStore =>
  createS3Store(
    { bucket: s3.bucket, prefix: 'some/prefix/', region: 'us-east-1', endpoint, credentials: S3_CREDENTIALS },
    join(folder, 's3-work'),
  );
const STORES: [string, () => FileStore][] = [
  ['a directory', () => createDirectoryStore(join(folder, 'directory'))],
  ['S3', s3Store],
];

describe.each(STORES)('%s', (_name, create) => {
  let store: FileStore;
  beforeAll(() => {
    store = create();
  });
  afterAll(() => store.stop());

  const content = async (name: string, range?: { start: number; end: number }) => buffer(await store.read(name, range));
  const pagesOf = async (of: string): Promise<string[][]> => {
    const pages: string[][] = [];
    for await (const page of store.list(of)) pages.push(page);
    return pages;
  };

  it('returns what was stored, whole and in ranges', async () => {
    const bytes = randomBytes(300_000);
    await store.put('audio/ab/abc', bytes);
    expect(await store.find('audio/ab/abc')).toEqual({ bytes: bytes.length, etag: expect.stringMatching(/^".+"$/) });
    expect((await content('audio/ab/abc')).equals(bytes)).toBe(true);
    expect((await content('audio/ab/abc', { start: 5, end: 70_000 })).equals(bytes.subarray(5, 70_001))).toBe(true);
    const last = bytes.length - 1;
    expect((await content('audio/ab/abc', { start: last, end: last })).equals(bytes.subarray(last))).toBe(true);
  });

  it('stores a local file of several megabytes, also an empty one', async () => {
    for (const bytes of [randomBytes(12_000_000), Buffer.alloc(0)]) {
      const path = await store.work.newFile();
      await writeFile(path, bytes);
      await store.putFile('archives/1.0.tar.zst', path);
      await rm(path, { force: true });
      expect(await store.find('archives/1.0.tar.zst')).toMatchObject({ bytes: bytes.length });
      expect((await content('archives/1.0.tar.zst')).equals(bytes)).toBe(true);
    }
  });

  it('replaces a file, whose ETag changes', async () => {
    const versions = [Buffer.from('one'), Buffer.from('two')];
    const etags = new Set<string | undefined>();
    for (const version of versions) {
      await store.put('samples/x.mp3', version);
      etags.add((await store.find('samples/x.mp3'))?.etag);
      expect((await content('samples/x.mp3')).equals(version)).toBe(true);
    }
    expect(etags.size).toBe(2);
  });

  it('lists the names of a folder in pages, and removes files once', { tags: ['full'] }, async () => {
    const expected = Array.from({ length: 1_050 }, (_, index) => `many/${index % 3}/${index}`).sort();
    for (let at = 0; at < expected.length; at += 50) {
      await Promise.all(expected.slice(at, at + 50).map((name) => store.put(name, Buffer.from(name))));
    }
    await store.put('manyothers/1', Buffer.from('x'));
    const pages = await pagesOf('many');
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat().sort()).toEqual(expected);
    expect(await store.remove('many/0/0')).toBe(true);
    expect(await store.remove('many/0/0')).toBe(false);
    expect((await pagesOf('many')).flat()).not.toContain('many/0/0');
    expect(await pagesOf('none')).toEqual([]);
  });

  it('has nothing under an unknown name', async () => {
    expect(await store.find('audio/unknown')).toBeNull();
    await expect(store.read('audio/unknown')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.check()).resolves.toBeUndefined();
  });
});

it('readers of a directory see a whole file while it is replaced', async () => {
  const store = createDirectoryStore(await mkdtemp(join(folder, 'replaced-')));
  const versions = [randomBytes(400_000), randomBytes(400_000)] as const;
  await store.put('samples/x.mp3', versions[0]);
  const writing = (async () => {
    for (let round = 0; round < 20; round += 1) await store.put('samples/x.mp3', versions[round % 2 === 0 ? 1 : 0]);
  })();
  for (let round = 0; round < 20; round += 1) {
    const read = await buffer(await store.read('samples/x.mp3'));
    expect(versions.some((version) => version.equals(read))).toBe(true);
  }
  await writing;
});

it('a directory keeps no part of a file that could not be stored', async () => {
  const root = await mkdtemp(join(folder, 'failing-'));
  const store = createDirectoryStore(root);
  await store.put('samples/a.mp3/b', Buffer.from('x'));
  await expect(store.put('samples/a.mp3', Buffer.from('x'))).rejects.toThrow(/EISDIR|ENOTEMPTY/);
  expect(await readdir(join(root, '.work'))).toEqual([]);
});

it('S3 that is away, or refuses, is named', async () => {
  const away = s3Store('http://127.0.0.1:1');
  const refusing = createS3Store(
    {
      bucket: s3.bucket,
      prefix: '',
      region: 'us-east-1',
      endpoint: s3.endpoint,
      credentials: { accessKeyId: 'UNKNOWN', secretAccessKey: 'wrong' },
    },
    folder,
  );
  for (const store of [away, refusing]) {
    await expect(store.check()).rejects.toMatchObject({ code: 'files_unavailable' });
    await expect(store.find('audio/a')).rejects.toMatchObject({ code: 'files_unavailable' });
    await expect(store.put('audio/a', Buffer.from('x'))).rejects.toMatchObject({ code: 'files_unavailable' });
    store.stop();
  }
});

it('a bucket that has been deleted is an unavailable storage, and no missing file', async () => {
  const other = await startS3();
  const store = s3Store(other.endpoint);
  await store.put('audio/ab/abc', Buffer.from('content'));
  expect(await store.find('audio/ab/missing')).toBeNull();
  await other.deleteBucket();
  const calls = [
    () => store.find('audio/ab/abc'),
    () => store.read('audio/ab/abc'),
    () => store.remove('audio/ab/abc'),
    () => store.check(),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'files_unavailable' });
  store.stop();
  await other.stop();
});
