import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Duplex } from 'node:stream';
import { VOICE_PACK_BYTES_MAX } from '@belfry/schemas/domain/limits';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { type VoicePack, PACK_FILES_MAX, packFileSchema } from '@belfry/schemas/http/speech/voice-packs';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, SpeechError, asError } from '../../../errors.ts';
import { ownUpload, receiveFile } from '../../../http/files/uploads.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { FACTS_FILE, type VoiceFacts } from '../index.ts';
import { offerNeuralVoices } from '../voices/index.ts';
import { sizeOf } from './catalogue.ts';
import { PackError } from './pack-error.ts';
import { savePack } from './packs.repository.ts';
import { auditPack, countPackChange, requireRoom, viewOf } from './packs.service.ts';
import { placeVoice, readUploadedFacts, tryVoice } from './place-voice.ts';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';

type UploadDeps = Pick<Deps, 'config' | 'db' | 'events' | 'files' | 'speech' | 'uploads'>;
type Upload = { body: Readable; announcedBytes: number };

/** Besides the files of the voice: headers, paddings and `voice.json`. */
const TAR_EXTRA_BYTES = 1_024 * 1_024;

/**
 * Installs a voice from a tar file: unpacked into a folder of its own, spoken once, then put in place. Throws unprocessable with the reason why it is
 * refused, conflict for one that is installed, payload_too_large and files_unavailable. Nothing is left behind then.
 */
export async function uploadPack(
  deps: UploadDeps,
  actor: Actor,
  { body, announcedBytes }: Upload,
): Promise<Wire<VoicePack>> {
  await countPackChange(deps, actor);
  const problem = await deps.speech.neural.findProblem();
  if (problem !== null) throw new AppError('unprocessable', problem);
  const work = await deps.files.work.newFolder();
  try {
    return await deps.uploads.run(ownUpload(actor.user.id), async (budget) => {
      const limits = { maxBytes: VOICE_PACK_BYTES_MAX + TAR_EXTRA_BYTES, announcedBytes, title: 'A pack', budget };
      const tar = join(work, 'pack.tar');
      await receiveFile(body, tar, limits);
      // It is there twice until it is unpacked.
      await budget.reserve((await stat(tar)).size + VOICE_PACK_BYTES_MAX);
      const folder = join(work, 'voice');
      await mkdir(folder);
      await unpackTar(tar, folder, { maxBytes: VOICE_PACK_BYTES_MAX });
      await rm(tar);
      return add(deps, actor, folder);
    });
  } catch (error) {
    if (error instanceof PackError || error instanceof SpeechError)
      throw new AppError('unprocessable', error.message, { cause: error });
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function add(deps: UploadDeps, actor: Actor, folder: string): Promise<Wire<VoicePack>> {
  const facts = await readFacts(folder);
  const { name, licence } = facts;
  const packRow = {
    ...facts,
    licence: { name: licence === '' ? '–' : licence, url: null },
    commercial: false,
    files: facts.files.map((file) => ({ ...file, url: '' })),
  };
  // Before the test, which takes seconds, and again after it.
  await transact(deps.db, (trx) => requireRoom(trx, name));
  await tryVoice(deps, folder, facts);
  const pack = await transact(deps.db, async (trx) => {
    await requireRoom(trx, name);
    const row = {
      voice_name: name,
      source: 'upload',
      state: 'ready',
      facts: packRow,
      bytes: sizeOf(facts.files),
    } as const;
    await savePack(trx, { ...row, accepted_by: actor.user.id });
    await auditPack(trx, actor, 'upload', packRow);
    // Within the transaction, in which nobody else installs the voice.
    await placeVoice(deps, folder, name);
    return viewOf(trx, name);
  });
  await offerNeuralVoices(deps);
  return pack;
}

async function readFacts(folder: string): Promise<VoiceFacts> {
  const facts = await readUploadedFacts(folder);
  const names = (await readdir(folder)).filter((name) => name !== FACTS_FILE);
  if (names.length === 0) throw new PackError(reasonText('neural_files', { error: 'there are none' }));
  const files = [];
  for (const name of names.toSorted()) files.push({ name, ...(await measure(join(folder, name))) });
  return { ...facts, files };
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path)) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

const GZIP = 0x1f8b;
const BLOCK = 512;
/** Of everything but the bytes of files: a compressed tar file of headers alone would have no end. */
const OVERHEAD_MAX = 1_024 * 1_024;

type Limits = { maxBytes: number };

/**
 * Unpacks the files of a tar file, which may be compressed with gzip, into an empty folder, without the folder they are in. Throws PackError for
 * anything but plain files: links, devices, paths that lead elsewhere, too many files or bytes, and damage. Never holds a whole file of it.
 */
async function unpackTar(file: string, folder: string, { maxBytes }: Limits): Promise<void> {
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
