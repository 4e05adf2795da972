import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { VOICE_PACK_BYTES_MAX } from '@belfry/schemas/domain/limits';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { VoicePack } from '@belfry/schemas/http/speech/voice-packs';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, SpeechError } from '../../../errors.ts';
import { ownUpload, receiveFile } from '../../../http/files/uploads.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { FACTS_FILE, type VoiceFacts } from '../index.ts';
import { offerNeuralVoices } from '../voices/index.ts';
import { sizeOf } from './catalogue.ts';
import { PackError } from './pack-error.ts';
import { savePack } from './packs.repository.ts';
import { auditPack, countPackChange, requireRoom, viewOf } from './packs.service.ts';
import { placeVoice, readUploadedFacts, tryVoice } from './place-voice.ts';
import { unpackTar } from './read-tar.ts';

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
  const stored = {
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
      facts: stored,
      bytes: sizeOf(facts.files),
    } as const;
    await savePack(trx, { ...row, accepted_by: actor.user.id });
    await auditPack(trx, actor, 'upload', stored);
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
