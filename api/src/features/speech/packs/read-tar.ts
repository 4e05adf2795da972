import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PACK_FILES_MAX, packFileSchema } from '@belfry/schemas/http/speech/voice-packs';
import { asError } from '../../../errors.ts';
import { PackError } from './pack-error.ts';

const BLOCK = 512;
const GZIP = 0x1f8b;
/** Where the fields of a header are: offset and length. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE = 156;
const PREFIX = [345, 155] as const;
/** Headers with the attributes of the next file, and the fields of them that are not ignored. */
const EXTENDED = new Set(['x', 'g']);
const EXTENDED_MAX = 65_536;
/** Of everything but the bytes of files: a compressed tar file of headers alone would have no end. */
const OVERHEAD_MAX = 1_024 * 1_024;
const SPACE = 32;

type Header = { path: string; bytes: number; type: string };
type Limits = { maxBytes: number };

/**
 * Unpacks the files of a tar file, which may be compressed with gzip, into an empty folder, without the folder they are in. Throws PackError for
 * anything but plain files: links, devices, paths that lead elsewhere, too many files or bytes, and damage. Never holds more than a block of it.
 */
export async function unpackTar(file: string, folder: string, { maxBytes }: Limits): Promise<string[]> {
  const names = new Set<string>();
  let left = maxBytes;
  let overhead = OVERHEAD_MAX;
  const bytes = new BlockReader(await openContent(file));
  try {
    for (;;) {
      const block = await bytes.read(BLOCK);
      if (block.length < BLOCK || block.every((byte) => byte === 0)) break;
      const { path, bytes: size, type } = readHeader(block);
      const padding = (BLOCK - (size % BLOCK)) % BLOCK;
      if (size > left) throw new PackError(`The pack has more than ${Math.floor(maxBytes / 1_024 / 1_024)} MB`);
      left -= size;
      overhead -= BLOCK + padding;
      if (overhead < 0) throw new PackError('The pack has too many headers');
      const name = nameOf(path, type);
      if (EXTENDED.has(type)) {
        if (size > EXTENDED_MAX) throw new PackError('The pack has an attribute that is too long');
        const text = (await bytes.read(size)).toString('utf8');
        if (/^\d+ (size|path|linkpath)=/m.test(text)) throw new PackError('The pack has a path that is too long');
        await bytes.read(padding);
        continue;
      }
      if (name === null) {
        await bytes.skip(size + padding);
        continue;
      }
      if (names.has(name.toLowerCase())) throw new PackError(`The pack has ${name} twice`);
      names.add(name.toLowerCase());
      // voice.json is one more.
      if (names.size > PACK_FILES_MAX + 1) throw new PackError(`The pack has more than ${PACK_FILES_MAX} files`);
      await pipeline(bytes.pieces(size), createWriteStream(join(folder, name), { flags: 'wx', flush: true }));
      await bytes.skip(padding);
    }
  } catch (error) {
    if (error instanceof PackError) throw error;
    throw new PackError(`The pack cannot be read: ${asError(error).message}`, { cause: error });
  } finally {
    bytes.close();
  }
  if (names.size === 0) throw new PackError('The file is no tar file with a voice');
  return [...names];
}

async function openContent(file: string): Promise<AsyncIterable<Buffer> & { destroy(): unknown }> {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  await handle.close();
  const stream = createReadStream(file);
  if (buffer.readUInt16BE() !== GZIP) return stream;
  const unzipped = createGunzip();
  stream.once('error', (error) => unzipped.destroy(error));
  unzipped.once('close', () => stream.destroy());
  return stream.pipe(unzipped);
}

const textAt = (block: Buffer, [offset, length]: readonly [number, number]): string => {
  const field = block.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

function readHeader(block: Buffer): Header {
  const [at, length] = CHECKSUM;
  let sum = 0;
  block.forEach((byte, index) => (sum += index >= at && index < at + length ? SPACE : byte));
  if (Number.parseInt(textAt(block, CHECKSUM), 8) !== sum) throw new PackError('The file is no tar file, or damaged');
  const size = textAt(block, SIZE).trim();
  if (!/^[0-7]+$/.test(size)) throw new PackError('The pack has a file that is too large');
  const prefix = textAt(block, PREFIX);
  const name = textAt(block, NAME);
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    bytes: Number.parseInt(size, 8),
    type: String.fromCharCode(block[TYPE] ?? 0),
  };
}

/** The name of a file in the folder of the voice; null for what is left out. */
function nameOf(path: string, type: string): string | null {
  if (EXTENDED.has(type)) return null;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/') || path.includes('\\') || parts.includes('..'))
    throw new PackError('The pack has a path that leads elsewhere');
  if (type === '5') return null;
  if (type !== '0' && type !== '\0') throw new PackError('The pack has a link or another thing that is no file');
  const name = parts.at(-1) ?? '';
  // What macOS adds.
  if (name.startsWith('._') || name === '.DS_Store') return null;
  if (parts.length > 2) throw new PackError('The pack has folders in folders');
  if (!packFileSchema.shape.name.safeParse(name).success)
    throw new PackError('The pack has a file with an unusual name');
  return name;
}

/** Reads a stream by numbers of bytes. */
class BlockReader {
  private readonly source: AsyncIterable<Buffer> & { destroy(): unknown };
  private readonly iterator: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  constructor(source: AsyncIterable<Buffer> & { destroy(): unknown }) {
    this.source = source;
    this.iterator = source[Symbol.asyncIterator]();
  }

  /** So many bytes in pieces. Throws an Error at an early end. */
  async *pieces(length: number): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.rest.length === 0) {
        const next = await this.iterator.next();
        if (next.done === true) throw new Error('it ends early');
        this.rest = next.value;
      }
      const piece = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** So many bytes, or none at the end of the stream. */
  async read(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of this.pieces(length)) pieces.push(piece);
    } catch (error) {
      if (pieces.length > 0 || asError(error).message !== 'it ends early') throw error;
    }
    return Buffer.concat(pieces);
  }

  async skip(length: number): Promise<void> {
    for await (const piece of this.pieces(length)) void piece;
  }

  close(): void {
    this.source.destroy();
  }
}
