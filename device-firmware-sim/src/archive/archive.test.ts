import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import type { FirmwareManifest } from '@belfry/schemas/domain/firmware';
import { pack, type Header } from 'tar-stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeArchive, makeSigningKey, type TestArchive } from '../testing/make-archive.ts';
import { manifestOf, readSourceFiles, MAIN, type SourceFile } from './build-archive.ts';
import { readArchive, verifyArchive } from './read-archive.ts';
import { sha256 } from './signing-key.ts';

const { key, publicKey } = makeSigningKey();
let archive: TestArchive;
beforeAll(async () => {
  archive = await makeArchive(key);
});

const streamOf = (bytes: Buffer): Readable => Readable.from([bytes]);
const refusal = (bytes: Buffer, limits = {}): Promise<string> =>
  readArchive(streamOf(bytes), limits).then(
    () => 'accepted',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );

const FILE: SourceFile = { path: 'main.ts', content: Buffer.from('run();') };
const RELEASE = { version: 1.5, firmware_version: '1.5', created: '2026-01-15T12:00:00.000Z', main: 'main.ts' };
type TarEntry = Partial<Header> & { name: string; content?: Buffer };
const fileEntry = ({ path, content }: SourceFile): TarEntry => ({ name: path, content });

async function tarOf(entries: TarEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { content, ...header } of entries) tar.entry(header, content ?? '');
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  return zstdCompressSync(Buffer.concat(chunks));
}
const manifestEntry = (manifest: Buffer): TarEntry => ({ name: 'manifest.json', content: manifest });
const changedManifest = (change: (manifest: FirmwareManifest) => object): TarEntry =>
  manifestEntry(Buffer.from(JSON.stringify(change(JSON.parse(manifestOf(RELEASE, [FILE]).toString())))));

describe('an archive', () => {
  test('is read with its manifest, its size and its digests', async () => {
    const content = await verifyArchive(streamOf(archive.bytes), archive.signature, publicKey);
    expect(content).toMatchObject({ size: archive.bytes.length, sha256: sha256(archive.bytes) });
    expect(content.manifest).toMatchObject({ version: 4.2, firmware_version: '4.2', main: 'main.ts' });
    expect(content.manifest.files.map(({ path }) => path)).toEqual(['main.ts', 'lib/other.ts']);
  });

  test('is refused with the signature of another archive, or by another key', async () => {
    const other = await makeArchive(key, 4.3);
    const invalid = { code: 'signature_invalid' };
    await expect(verifyArchive(streamOf(archive.bytes), other.signature, publicKey)).rejects.toMatchObject(invalid);
    const foreign = makeSigningKey().publicKey;
    await expect(verifyArchive(streamOf(archive.bytes), archive.signature, foreign)).rejects.toMatchObject(invalid);
    await expect(verifyArchive(streamOf(archive.bytes), archive.signature, 'nonsense')).rejects.toMatchObject(invalid);
  });

  test('is refused wherever it is cut off', async () => {
    const { bytes } = archive;
    for (let length = 0; length < bytes.length; length += 97) {
      expect(await refusal(bytes.subarray(0, length)), `${length} bytes`).toMatch(/^archive_invalid/);
    }
  });

  test('is refused wherever a bit is flipped', async () => {
    for (let at = 0; at < archive.bytes.length; at += 41) {
      const bytes = Buffer.from(archive.bytes);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      const outcome = await verifyArchive(streamOf(bytes), archive.signature, publicKey).catch(() => 'refused');
      expect(outcome, `byte ${at}`).toBe('refused');
    }
  });

  test('is refused beyond the limits, before and after decompression', async () => {
    expect(await refusal(archive.bytes, { archiveBytes: 100 })).toContain('larger than 100 bytes');
    const zeros: SourceFile = { path: 'main.ts', content: Buffer.alloc(3_000_000) };
    const bomb = await tarOf([manifestEntry(manifestOf(RELEASE, [zeros])), fileEntry(zeros)]);
    expect(bomb.length).toBeLessThan(10_000);
    expect(await refusal(bomb, { contentBytes: 1_000_000 })).toContain('larger than 1000000 bytes');
  });
});

describe('the entries of an archive', () => {
  const manifest = manifestEntry(manifestOf(RELEASE, [FILE]));
  const large = { name: 'manifest.json', content: Buffer.alloc(2_000_000, ' ') };

  test.each<[string, TarEntry[], string]>([
    ['no entry', [], 'is empty'],
    ['no manifest at the beginning', [fileEntry(FILE), manifest], 'does not begin with manifest.json'],
    ['a manifest of two megabytes', [large, fileEntry(FILE)], 'does not begin with manifest.json'],
    ['a manifest that is not JSON', [manifestEntry(Buffer.from('{'))], 'its manifest is invalid'],
    ['a missing file', [manifest], 'main.ts of the manifest is missing'],
    ['a file twice', [manifest, fileEntry(FILE), fileEntry(FILE)], 'is there twice'],
    ['a file that the manifest does not name', [manifest, { name: 'x.ts' }], 'x.ts is not in the manifest'],
    ['a path out of the folder', [manifest, { name: '../x.ts' }], 'is not in the manifest'],
    ['a changed file', [manifest, { name: 'main.ts', content: Buffer.from('ruN();') }], 'differs from the manifest'],
    ['a symbolic link', [manifest, { name: 'main.ts', type: 'symlink', linkname: '/etc/passwd' }], 'is a symlink'],
    ['no main program', [changedManifest((original) => ({ ...original, main: 'other.ts' }))], 'has no other.ts'],
    [
      'a path with .. in the manifest',
      [changedManifest((original) => ({ ...original, main: 'a/../main.ts' }))],
      'invalid',
    ],
    ['other software', [changedManifest((original) => ({ ...original, name: 'other' }))], 'its manifest is invalid'],
    [
      'a version with two decimals',
      [changedManifest((original) => ({ ...original, version: 1.55 }))],
      'manifest is invalid',
    ],
  ])('are refused: %s', async (_what, entries, reason) => {
    expect(await refusal(await tarOf(entries))).toContain(reason);
  });
});

test('the installed source contains the main program and the contract, and no tests', () => {
  const paths = readSourceFiles().map(({ path }) => path);
  expect(paths).toContain(MAIN);
  expect(paths).toContain('schemas/src/mqtt/topics.ts');
  expect(paths.filter((path) => /\.test\.ts$|node_modules|\/testing\//.test(path))).toEqual([]);
});
