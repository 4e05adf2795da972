import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { AppError, SpeechError } from '../../../errors.ts';
import { ownUpload, type UploadBudget } from '../../../http/files/uploads.ts';
import { defineQueue } from '../../../jobs/index.ts';
import { offerNeuralVoices } from '../voices/index.ts';
import { downloadFile } from './download.ts';
import { PackError } from './pack-error.ts';
import { findPack, updateInstalling, type PackRow } from './packs.repository.ts';
import { folderOf, placeVoice, stagingOf, tryVoice } from './place-voice.ts';

/** 600 MB at 1 Mbit/s take 80 minutes. */
const TIMEOUT_S = 6_000;
const PROGRESS_MS = 1_000;
/** The uploads of all people have ids above it. */
const NOBODY = 0;

/** Packs that are being downloaded; after a restart each goes on where it was. */
export const INSTALL_VOICE = defineQueue('voice-pack', {
  schema: z.object({ voice_name: z.string() }),
  concurrency: 1,
  retries: 5,
  retryDelayS: 5,
  timeoutS: TIMEOUT_S,
});

type InstallDeps = Pick<Deps, 'db' | 'events' | 'log' | 'speech' | 'uploads'>;

/** Somebody has removed the pack, which ends its installation. */
class Removed extends Error {
  override readonly name = 'Removed';
}

/** Downloads a pack, lets its voice speak and offers it. A failure is stored with its reason, and leaves nothing behind but what another try can use. */
export async function installVoice(deps: InstallDeps, voiceName: string, signal: AbortSignal): Promise<void> {
  const pack = await findPack(deps.db, voiceName);
  if (!pack || (pack.state !== 'downloading' && pack.state !== 'checking')) return;
  const staging = stagingOf(deps, voiceName);
  try {
    await deps.uploads.run(ownUpload(NOBODY), (budget) => download(deps, pack, budget, signal));
    if (!(await updateInstalling(deps.db, voiceName, { state: 'checking', received: pack.bytes }))) throw new Removed();
    const { files, licence, ...facts } = pack.facts;
    const plain = files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
    await tryVoice(deps, staging, { ...facts, licence: licence.name, files: plain });
    await placeVoice(deps, staging, voiceName);
    if (!(await updateInstalling(deps.db, voiceName, { state: 'ready' }))) throw new Removed();
  } catch (error) {
    // The job is repeated where the api has stopped.
    if (signal.aborted) throw error;
    if (error instanceof Removed) await rm(folderOf(deps, voiceName), { recursive: true, force: true });
    if (!(error instanceof PackError && error.canContinue)) await rm(staging, { recursive: true, force: true });
    if (!(error instanceof Removed)) await fail(deps, voiceName, error);
    return;
  }
  await offerNeuralVoices(deps);
}

async function download(
  { db, speech }: InstallDeps,
  { voice_name, facts, bytes }: PackRow,
  budget: UploadBudget,
  signal: AbortSignal,
): Promise<void> {
  const staging = stagingOf({ speech }, voice_name);
  await mkdir(staging, { recursive: true });
  const arrived = await Promise.all(facts.files.map(({ name }) => sizeOfFile(join(staging, name))));
  let received = arrived.reduce((sum, size) => sum + size, 0);
  await budget.reserve(Math.max(0, bytes - received));
  let storedAt = 0;
  const onBytes = async (count: number): Promise<void> => {
    await budget.receive(count);
    received += count;
    if (Date.now() - storedAt < PROGRESS_MS) return;
    storedAt = Date.now();
    if (!(await updateInstalling(db, voice_name, { received: Math.min(received, bytes) }))) throw new Removed();
  };
  for (const file of facts.files) await downloadFile(file, join(staging, file.name), { signal, onBytes });
}

const sizeOfFile = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function fail({ db, log }: InstallDeps, voiceName: string, error: unknown): Promise<void> {
  log.warn({ err: error, voice: voiceName }, 'a pack was not installed');
  await updateInstalling(db, voiceName, { state: 'failed', error: reasonOfFailure(error) });
}

function reasonOfFailure(error: unknown): string {
  if (error instanceof PackError || error instanceof SpeechError) return error.message;
  return reasonText(error instanceof AppError && error.code === 'files_unavailable' ? 'pack_disk' : 'pack_not_stored');
}
