import { read, type Reader } from '@belfry/schemas/json/reader';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isCut, isDamaged } from './backup-error.ts';
import { ByteReader } from './byte-queue.ts';

/**
 * What is inside of a backup: a beginning that says what the schema was, entries for the secrets, each table and each file, and a manifest
 * at the end, because counts and hashes are known only then. Everything is a frame: kind (1) | length (4) | bytes.
 */
const FRAMES = { head: 1, data: 2, end: 3, manifest: 4 } as const;
const PREFIX_BYTES = 5;
const FRAME_MAX_BYTES = 16 * 1024 * 1024;
const DATA_MAX_BYTES = 1024 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);

const headSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['beginning', 'secrets']) }),
  z.strictObject({ kind: z.enum(['table', 'file']), name: z.string().min(1).max(1_000) }),
]);
type EntryHead = z.infer<typeof headSchema>;

const endSchema = z.strictObject({ bytes: size, sha256 });
type EntryEnd = z.infer<typeof endSchema>;

export const beginningSchema = z.strictObject({
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  partitions: z.array(z.strictObject({ parent: z.string(), name: z.string(), bound: z.string() })),
  /** The last value of each; those without one were never used. */
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string().regex(/^\d+$/) })),
  left_out: z.array(z.string()),
});
export type Beginning = z.infer<typeof beginningSchema>;

export const secretsSchema = z.strictObject({
  /** The secret with which the signing key, second factors and others are sealed in the database. */
  service_secret: z.string(),
});

export const manifestSchema = z.strictObject({
  tables: z.array(z.strictObject({ name: z.string(), rows: size, bytes: size, sha256 })),
  /** `sha256`: of the lines `name, NUL, hash, newline` of all files, in their order. */
  files: z.strictObject({ count: size, bytes: size, sha256 }),
  missing: z.strictObject({ count: size, names: z.array(z.string()) }),
});
export type Manifest = z.infer<typeof manifestSchema>;

function* frame(kind: keyof typeof FRAMES, bytes: Buffer): Generator<Buffer> {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix[0] = FRAMES[kind];
  prefix.writeUInt32BE(bytes.length, 1);
  yield prefix;
  yield bytes;
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The frames of an entry. `ended` learns its size and hash. */
export async function* packEntry(
  head: EntryHead,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  ended: (end: EntryEnd) => void = () => undefined,
): AsyncGenerator<Buffer> {
  yield* frame('head', json(head));
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
    for (let at = 0; at < piece.length; at += DATA_MAX_BYTES)
      yield* frame('data', piece.subarray(at, at + DATA_MAX_BYTES));
  }
  const end = { bytes, sha256: hash.digest('hex') };
  yield* frame('end', json(end));
  ended(end);
}

export const packManifest = (manifest: Manifest): Generator<Buffer> => frame('manifest', json(manifest));

/** The bytes of an entry, once; what a visitor leaves is skipped. */
export type Entry = { head: EntryHead; content: AsyncIterable<Buffer> };

/**
 * Reads all entries, one after the other, and checks the size and hash of each, and that all that the manifest names were there. Throws
 * BackupError, and what the visitor throws. @returns the manifest
 */
export async function readEntries(
  plain: AsyncIterable<Buffer>,
  visit: (entry: Entry) => Promise<void>,
): Promise<Manifest> {
  const reader = new ByteReader(plain);
  const seen = createTotals();
  try {
    for (;;) {
      const { kind, bytes } = await readFrame(reader);
      if (kind === FRAMES.manifest) {
        const manifest = parse(manifestSchema, bytes);
        seen.compare(manifest);
        if (!(await reader.atEnd())) throw isDamaged('something follows its manifest');
        return manifest;
      }
      if (kind !== FRAMES.head) throw isDamaged('an entry has no head');
      const head = parse(headSchema, bytes);
      const content = createContent(reader);
      await visit({ head, content: content.stream });
      seen.add(head, await content.finish());
    }
  } finally {
    await reader.close();
  }
}

type Frame = { kind: number; bytes: Buffer };

async function readFrame(reader: ByteReader): Promise<Frame> {
  const prefix = await reader.take(PREFIX_BYTES);
  if (!prefix) throw isCut();
  const length = prefix.readUInt32BE(1);
  if (length > FRAME_MAX_BYTES) throw isDamaged('a part has an impossible length');
  const bytes = await reader.take(length);
  if (!bytes) throw isCut();
  return { kind: prefix[0] ?? 0, bytes };
}

/** The content of the entry that follows; `finish` reads what is left of it, and checks it. */
function createContent(reader: ByteReader): { stream: AsyncIterable<Buffer>; finish(): Promise<EntryEnd> } {
  const hash = createHash('sha256');
  let bytes = 0;
  let end: EntryEnd | null = null;
  const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
    if (end) return { done: true, value: undefined };
    const frame = await readFrame(reader);
    if (frame.kind === FRAMES.data) {
      hash.update(frame.bytes);
      bytes += frame.bytes.length;
      return { done: false, value: frame.bytes };
    }
    if (frame.kind !== FRAMES.end) throw isDamaged('an entry has no end');
    end = parse(endSchema, frame.bytes);
    if (end.bytes !== bytes || end.sha256 !== hash.digest('hex'))
      throw isDamaged('the content of an entry was changed');
    return { done: true, value: undefined };
  };
  return {
    // Without `return`: a visitor that stops reading does not end the stream of all entries.
    stream: { [Symbol.asyncIterator]: () => ({ next }) },
    async finish() {
      for (;;) {
        await next();
        if (end) return end;
      }
    },
  };
}

export function createFileTotals(): { add(name: string, end: EntryEnd): void; total(): Manifest['files'] } {
  const hash = createHash('sha256');
  let count = 0;
  let bytes = 0;
  return {
    add(name, end) {
      hash.update(`${name}\0${end.sha256}\n`);
      count += 1;
      bytes += end.bytes;
    },
    total: () => ({ count, bytes, sha256: hash.copy().digest('hex') }),
  };
}

function createTotals(): { add(head: EntryHead, end: EntryEnd): void; compare(manifest: Manifest): void } {
  const files = createFileTotals();
  const tables: string[] = [];
  return {
    add(head, end) {
      if (head.kind === 'file') files.add(head.name, end);
      if (head.kind === 'table') tables.push(`${head.name} ${end.bytes} ${end.sha256}`);
    },
    compare(manifest) {
      const expected = manifest.tables.map((table) => `${table.name} ${table.bytes} ${table.sha256}`);
      if (tables.join('\n') !== expected.join('\n')) throw isDamaged('its tables are not those of its manifest');
      if (JSON.stringify(files.total()) !== JSON.stringify(manifest.files))
        throw isDamaged('its files are not those of its manifest');
    },
  };
}

function parse<T>(schema: Reader<T>, bytes: Buffer): T {
  try {
    return read(schema, JSON.parse(bytes.toString('utf8')));
  } catch {
    throw isDamaged('a part cannot be read');
  }
}

export async function readJson<T>(schema: Reader<T>, content: AsyncIterable<Buffer>): Promise<T> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return parse(schema, Buffer.concat(pieces));
}

export const jsonContent = (value: unknown): Buffer[] => [json(value)];
