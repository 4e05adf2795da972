import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BackupError } from './backup-error.ts';
import { decrypt, encrypt, readFacts, type BackupFacts } from './encryption.ts';
import { createFileTotals, packEntry, packManifest, readEntries, type Entry, type Manifest } from './entries.ts';

const FACTS: BackupFacts = {
  version: '1.0.0',
  schema: '0007_backups',
  installation: 'radio.example.org',
  created_at: '2026-11-26T20:15:00.000Z',
};
const PASSPHRASE = 'correct horse battery staple';
const COST = { n: 2, r: 1, p: 1 };
const RECORD_BYTES = 256 * 1024;

async function* pieces(...buffers: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const buffer of buffers) yield buffer;
}
async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of stream) all.push(piece);
  return Buffer.concat(all);
}
const encrypted = (plain: Buffer, passphrase = PASSPHRASE): Promise<Buffer> =>
  collect(encrypt(pieces(plain), passphrase, FACTS, COST));
const decrypted = (backup: Buffer, passphrase = PASSPHRASE): Promise<Buffer> =>
  collect(decrypt(pieces(backup), passphrase));
async function refusal(reading: Promise<unknown>): Promise<BackupError['kind']> {
  const error: unknown = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BackupError)) throw new Error(`not refused as a backup: ${String(error)}`);
  return error.kind;
}

describe('an encrypted stream', () => {
  it.each([0, 1, RECORD_BYTES - 1, RECORD_BYTES, RECORD_BYTES + 1, 3 * RECORD_BYTES])(
    'of %i bytes is read as it was written, in pieces of any size',
    async (size) => {
      const plain = randomBytes(size);
      const backup = await encrypted(plain);
      expect((await decrypted(backup)).equals(plain)).toBe(true);
      const small = Array.from({ length: Math.ceil(backup.length / 10_007) }, (_, n) =>
        backup.subarray(n * 10_007, (n + 1) * 10_007),
      );
      expect((await collect(decrypt(pieces(...small), PASSPHRASE))).equals(plain)).toBe(true);
    },
  );

  it('tells without its passphrase what it is, and nothing else', async () => {
    const backup = await encrypted(Buffer.from('the name of a customer'));
    expect(await readFacts(pieces(backup))).toEqual(FACTS);
    expect(backup.includes('customer')).toBe(false);
  });

  it('is another one each time', async () => {
    const plain = Buffer.alloc(100);
    expect((await encrypted(plain)).equals(await encrypted(plain))).toBe(false);
  });

  it('is refused with another passphrase, and read with the same one in another normal form', async () => {
    expect(await refusal(decrypted(await encrypted(Buffer.from('x')), 'wrong'))).toBe('passphrase');
    const backup = await encrypted(Buffer.from('x'), 'caf\u00e9 caf\u00e9 caf\u00e9');
    expect((await decrypted(backup, 'cafe\u0301 cafe\u0301 cafe\u0301')).toString()).toBe('x');
  });

  it('is refused with any bit flipped', async () => {
    const backup = await encrypted(randomBytes(300));
    const kinds = new Set<string>();
    for (let at = 0; at < backup.length; at += 1) {
      const changed = Buffer.from(backup);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
      kinds.add(await refusal(decrypted(changed)));
    }
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['damaged', 'foreign']));
  });

  it('is refused wherever it is cut', async () => {
    const backup = await encrypted(randomBytes(RECORD_BYTES + 100));
    const cuts = [backup.length - 1, backup.length - 90, backup.length - 121, RECORD_BYTES, 500, 20, 3, 0];
    const kinds = await Promise.all(cuts.map((length) => refusal(decrypted(backup.subarray(0, length)))));
    expect(new Set(kinds)).toEqual(new Set(['cut', 'foreign']));
  });

  it('is refused with records in another order, repeated, left out or added', async () => {
    const backup = await encrypted(randomBytes(3 * RECORD_BYTES - 10));
    const headerBytes = 13 + backup.readUInt32BE(9);
    const recordBytes = 21 + RECORD_BYTES;
    const header = backup.subarray(0, headerBytes);
    const [first, second, third] = [0, 1, 2].map((n) =>
      backup.subarray(headerBytes + n * recordBytes, headerBytes + (n + 1) * recordBytes),
    ) as [Buffer, Buffer, Buffer];
    expect((await decrypted(Buffer.concat([header, first, second, third]))).length).toBe(3 * RECORD_BYTES - 10);
    for (const records of [
      [second, first, third],
      [first, first, second, third],
      [first, third],
      [first, second, third, third],
    ])
      expect(await refusal(decrypted(Buffer.concat([header, ...records])))).toBe('damaged');
    // What says that it is the last one is authentic, too.
    const ended = Buffer.from(second);
    ended[0] = 1;
    expect(await refusal(decrypted(Buffer.concat([header, first, ended])))).toBe('damaged');
    const other = await encrypted(randomBytes(RECORD_BYTES + 1));
    const foreign = other.subarray(other.length - 22);
    expect(await refusal(decrypted(Buffer.concat([header, first, foreign])))).toBe('damaged');
  });

  it('is refused when a later version wrote it, and when it asks for too much memory', async () => {
    const backup = await encrypted(Buffer.from('x'));
    const later = Buffer.from(backup);
    later[8] = 2;
    expect(await refusal(decrypted(later))).toBe('newer');
    const json = JSON.stringify({
      ...FACTS,
      kdf: { name: 'scrypt', n: 2 ** 20, r: 32, p: 1, salt: 'AAAA' },
      check: 'AAAA',
    });
    const length = Buffer.alloc(4);
    length.writeUInt32BE(json.length);
    const greedy = Buffer.concat([backup.subarray(0, 9), length, Buffer.from(json)]);
    expect(await refusal(decrypted(greedy))).toBe('damaged');
  });
});

describe('the entries of a backup', () => {
  type Content = { kind: 'table' | 'file'; name: string; content: Buffer };
  const CONTENTS: Content[] = [
    { kind: 'table', name: 'users', content: Buffer.from('1\tAnna\n') },
    { kind: 'table', name: 'devices', content: Buffer.alloc(0) },
    { kind: 'file', name: 'audio/ab/abcd', content: randomBytes(3 * 1024 * 1024) },
    { kind: 'file', name: 'samples/voice.mp3', content: randomBytes(10) },
  ];

  async function* pack(contents: readonly Content[], change: Partial<Manifest> = {}): AsyncGenerator<Buffer> {
    const tables: Manifest['tables'] = [];
    const files = createFileTotals();
    for (const { kind, name, content } of contents)
      yield* packEntry({ kind, name }, [content], (end) => {
        if (kind === 'file') files.add(name, end);
        else tables.push({ name, rows: 1, ...end });
      });
    yield* packManifest({ tables, files: files.total(), missing: { count: 0, names: [] }, ...change });
  }

  it('are read as they were written', async () => {
    const read: Content[] = [];
    const manifest = await readEntries(pack(CONTENTS), async ({ head, content }) => {
      if (head.kind === 'table' || head.kind === 'file') read.push({ ...head, content: await collect(content) });
    });
    expect(read).toEqual(CONTENTS);
    expect(manifest.files).toMatchObject({ count: 2, bytes: 3 * 1024 * 1024 + 10 });
    expect(manifest.tables.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['users', 7],
      ['devices', 0],
    ]);
  });

  it('are checked, also where nobody reads them, or somebody stops', async () => {
    const one = async ({ content }: Entry): Promise<void> => {
      for await (const piece of content) if (piece.length > 0) break;
    };
    for (const visit of [() => Promise.resolve(), one])
      expect((await readEntries(pack(CONTENTS), visit)).files.count).toBe(2);
  });

  it.each<[what: string, contents: Content[]]>([
    ['without one of them', CONTENTS.slice(1)],
    ['without a file', CONTENTS.slice(0, 3)],
    ['in another order', CONTENTS.toReversed()],
    [
      'with other content',
      [...CONTENTS.slice(0, 3), { kind: 'file', name: 'samples/voice.mp3', content: randomBytes(10) }],
    ],
  ])('are refused %s than the manifest says', async (_what, contents) => {
    const manifest = await readEntries(pack(CONTENTS), () => Promise.resolve());
    expect(await refusal(readEntries(pack(contents, manifest), () => Promise.resolve()))).toBe('damaged');
  });

  it('are refused without a manifest, and with a flipped bit', async () => {
    const packed = await collect(pack(CONTENTS));
    expect(await refusal(readEntries(pieces(packed.subarray(0, -1)), () => Promise.resolve()))).toBe('cut');
    const changed = Buffer.from(packed);
    changed.writeUInt8(changed.readUInt8(1_000) ^ 1, 1_000);
    expect(await refusal(readEntries(pieces(changed), () => Promise.resolve()))).toBe('damaged');
  });
});
