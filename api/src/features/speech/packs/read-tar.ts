import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PACK_FILES_MAX, packFileSchema } from '@belfry/schemas/http/speech/voice-packs';
import { extract, type Extract } from 'tar-stream';
import { asError } from '../../../errors.ts';
import { PackError } from './pack-error.ts';

const GZIP = 0x1f8b;
const BLOCK = 512;
/** Of everything but the bytes of files: a compressed tar file of headers alone would have no end. */
const OVERHEAD_MAX = 1_024 * 1_024;

type Limits = { maxBytes: number };

/**
 * Unpacks the files of a tar file, which may be compressed with gzip, into an empty folder, without the folder they are in. Throws PackError for
 * anything but plain files: links, devices, paths that lead elsewhere, too many files or bytes, and damage. Never holds a whole file of it.
 */
export async function unpackTar(file: string, folder: string, { maxBytes }: Limits): Promise<void> {
  const entries = extract();
  const source = createReadStream(file);
  const all = Duplex.from(limited(maxBytes + OVERHEAD_MAX));
  const parts = (await isCompressed(file)) ? [source, createGunzip(), all, entries] : [source, all, entries];
  try {
    await Promise.all([store(entries, folder, { maxBytes }), pipeline(parts)]);
  } catch (error) {
    if (error instanceof PackError) throw error;
    const { message } = asError(error);
    if (/invalid tar header/i.test(message)) throw new PackError('The file is no tar file, or damaged');
    throw new PackError(`The pack cannot be read: ${/unexpected end/i.test(message) ? 'it ends early' : message}`, {
      cause: error,
    });
  } finally {
    entries.destroy();
    source.destroy();
  }
}

async function isCompressed(file: string): Promise<boolean> {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  await handle.close();
  return buffer.readUInt16BE() === GZIP;
}

/** Also what the attributes of files take, which are no entries. Throws PackError. */
const limited = (most: number) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = most;
    for await (const chunk of chunks) {
      if ((left -= chunk.length) < 0) throw new PackError('The pack has too many headers');
      yield chunk;
    }
  };

/** Throws PackError, and what cannot be read. */
async function store(entries: Extract, folder: string, { maxBytes }: Limits): Promise<void> {
  const names = new Set<string>();
  let left = maxBytes;
  let overhead = OVERHEAD_MAX;
  for await (const entry of entries) {
    const { name: path, type, size } = entry.header;
    if (size > left) throw new PackError(`The pack has more than ${Math.floor(maxBytes / 1_024 / 1_024)} MB`);
    left -= size;
    overhead -= BLOCK + ((BLOCK - (size % BLOCK)) % BLOCK);
    if (overhead < 0) throw new PackError('The pack has too many headers');
    const name = nameOf(path, type);
    if (name === null) {
      entry.resume();
      continue;
    }
    if (names.has(name.toLowerCase())) throw new PackError(`The pack has ${name} twice`);
    names.add(name.toLowerCase());
    // voice.json is one more.
    if (names.size > PACK_FILES_MAX + 1) throw new PackError(`The pack has more than ${PACK_FILES_MAX} files`);
    await pipeline(entry, createWriteStream(join(folder, name), { flags: 'wx', flush: true }));
  }
  if (names.size === 0) throw new PackError('The file is no tar file with a voice');
}

/** Null for what is left out. */
function nameOf(path: string, type: string | null | undefined): string | null {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/') || path.includes('\\') || parts.includes('..'))
    throw new PackError('The pack has a path that leads elsewhere');
  if (type === 'directory') return null;
  if (type !== 'file') throw new PackError('The pack has a link or another thing that is no file');
  const name = parts.at(-1) ?? '';
  // What macOS adds.
  if (name.startsWith('._') || name === '.DS_Store') return null;
  if (parts.length > 2) throw new PackError('The pack has folders in folders');
  if (!packFileSchema.shape.name.safeParse(name).success)
    throw new PackError('The pack has a file with an unusual name');
  return name;
}
