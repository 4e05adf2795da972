import { rm } from 'node:fs/promises';
import { VOICE_PACK_BYTES_MAX, VOICE_PACKS_MAX } from '@belfry/schemas/domain/limits';
import type { PackOffer, VoicePack, VoicePacks } from '@belfry/schemas/http/speech/voice-packs';
import type { Kysely } from 'kysely';
import { audit, type Actor } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, notFound } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../../http/routes/route.ts';
import type { Policy } from '../../../policies/accounts.ts';
import { withdrawNeuralVoice } from '../voices/index.ts';
import type { InstalledVoice } from '../index.ts';
import { sizeOf, type CatalogueVoice } from './catalogue.ts';
import { INSTALL_VOICE } from './install-voice.ts';
import { deletePack, findPack, findPacks, lockPacks, savePack, type PackRow } from './packs.repository.ts';
import { folderOf, stagingOf } from './place-voice.ts';

type PackDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs' | 'speech' | 'voiceCatalogue'>;

type PackChange = { actor: Actor; policy: Policy };
const packNotFound = (): AppError => notFound('There is no pack with this name');

const CHANGES = { hits: 60, windowSeconds: 3_600 };
export const countPackChange = (deps: Pick<Deps, 'config' | 'db'>, { user }: Actor): Promise<void> =>
  countAttempt(deps, [{ key: `voice-packs:${user.id}`, ...CHANGES }]);

export async function listPacks(deps: PackDeps): Promise<Wire<VoicePacks>> {
  const { neural } = deps.speech;
  const [rows, inPlace, problem, { catalogue, problem: catalogue_problem }] = await Promise.all([
    findPacks(deps.db),
    neural.installed(),
    neural.findProblem(),
    deps.voiceCatalogue(),
  ]);
  const voiceNames = new Set(rows.map(({ voice_name }) => voice_name));
  const packs = [...rows.map(toPack), ...inPlace.filter(({ name }) => !voiceNames.has(name)).map(ofFolder)];
  const installed = new Set(packs.map(({ voice_name }) => voice_name));
  return {
    problem,
    catalogue_problem,
    packs: packs.toSorted((a, b) => (a.voice_name < b.voice_name ? -1 : 1)),
    offers: catalogue.voices.filter(({ name }) => !installed.has(name)).map(toOffer),
    licences: catalogue.licences.map(({ id, name, url, text }) => ({ id, name, url, text })),
    packs_max: VOICE_PACKS_MAX,
    pack_bytes_max: VOICE_PACK_BYTES_MAX,
  };
}

/**
 * Begins the download of a voice of the catalogue, or goes on with one that has failed. Throws not_found, conflict for one that is installed, and
 * unprocessable without its licence accepted, where no neural voice runs, and for one too many.
 */
export async function installPack(
  deps: PackDeps,
  { actor, policy }: PackChange,
  { voice_name, accepted_licence }: { voice_name: string; accepted_licence: string },
): Promise<Wire<VoicePack>> {
  await countPackChange(deps, actor);
  const { catalogue } = await deps.voiceCatalogue();
  const voice = catalogue.voices.find(({ name }) => name === voice_name);
  const licence = catalogue.licences.find(({ id }) => id === voice?.licence);
  if (!voice || !licence || !policy(actor.user)) throw notFound('The catalogue has no voice with this name');
  if (accepted_licence !== licence.id)
    throw new AppError('unprocessable', 'The licence of the voice has to be accepted first');
  const problem = await deps.speech.neural.findProblem();
  if (problem !== null) throw new AppError('unprocessable', problem);
  const facts = factsOf(voice, licence);
  return transact(deps.db, async (trx) => {
    await requireRoom(trx, voice_name);
    const pack = { voice_name, source: 'catalogue', state: 'downloading', facts, bytes: sizeOf(voice.files) } as const;
    await savePack(trx, { ...pack, accepted_by: actor.user.id });
    await auditPack(trx, actor, 'install', facts);
    await deps.jobs.send(trx, INSTALL_VOICE, { voice_name });
    return viewOf(trx, voice_name);
  });
}

/** Removes a pack and its voice, which the fallback speaks for from now on; ends a download. Throws not_found. */
export async function removePack(deps: PackDeps, { actor, policy }: PackChange, voiceName: string): Promise<void> {
  await countPackChange(deps, actor);
  const inPlace = await deps.speech.neural.installed();
  await transact(deps.db, async (trx) => {
    await lockPacks(trx);
    if (!policy(actor.user)) throw packNotFound();
    const wasKnown = await deletePack(trx, voiceName);
    if (!wasKnown && !inPlace.some(({ name }) => name === voiceName)) throw packNotFound();
    await audit(trx, actor, { action: 'voice_pack.delete', object_kind: 'voice_pack', object_id: voiceName });
  });
  for (const folder of [folderOf(deps, voiceName), stagingOf(deps, voiceName)])
    await rm(folder, { recursive: true, force: true });
  await withdrawNeuralVoice(deps, voiceName);
}

/** Locks the packs. Throws conflict for one that is there and has not failed, and unprocessable for one too many. */
export async function requireRoom(trx: Kysely<Database>, voiceName: string): Promise<void> {
  await lockPacks(trx);
  const packs = await findPacks(trx);
  const own = packs.find(({ voice_name }) => voice_name === voiceName);
  if (own && own.state !== 'failed') throw new AppError('conflict', 'This voice is installed, or being installed');
  if (!own && packs.length >= VOICE_PACKS_MAX)
    throw new AppError('unprocessable', `There can be ${VOICE_PACKS_MAX} packs at most. Please remove some first.`);
}

export async function auditPack(
  trx: Kysely<Database>,
  actor: Actor,
  act: 'install' | 'upload',
  { name, licence, files }: PackRow['facts'],
): Promise<void> {
  const details = { licence: licence.name, licence_url: licence.url, bytes: sizeOf(files) };
  await audit(trx, actor, { action: `voice_pack.${act}`, object_kind: 'voice_pack', object_id: name, details });
}

export async function viewOf(db: Kysely<Database>, voiceName: string): Promise<Wire<VoicePack>> {
  const row = await findPack(db, voiceName);
  if (!row) throw packNotFound();
  return toPack(row);
}

const factsOf = (
  { licence: _id, commit: _commit, sample: _sample, ...facts }: CatalogueVoice,
  { name, url }: { name: string; url: string },
): PackRow['facts'] => ({ ...facts, licence: { name, url }, commercial: true });

const toPack = ({ facts, accepted_name, ...row }: PackRow): Wire<VoicePack> => ({
  voice_name: row.voice_name,
  kind: facts.kind,
  language_code: facts.language_code,
  gender: facts.gender,
  quality: facts.quality,
  bytes: row.bytes,
  source: row.source,
  state: row.state,
  received: row.received,
  error: row.error,
  note: facts.note ?? null,
  licence: facts.licence.name,
  licence_url: facts.licence.url,
  commercial: facts.commercial,
  accepted_by: accepted_name,
  accepted_at: row.accepted_at,
});

const ofFolder = ({ name, kind, language_code, gender, quality, licence, files }: InstalledVoice): Wire<VoicePack> => ({
  voice_name: name,
  kind,
  language_code,
  gender,
  quality,
  bytes: sizeOf(files),
  source: 'folder',
  state: 'ready',
  received: sizeOf(files),
  error: null,
  note: null,
  licence,
  licence_url: null,
  commercial: false,
  accepted_by: null,
  accepted_at: null,
});

const toOffer = ({
  name,
  kind,
  language_code,
  gender,
  quality,
  files,
  licence,
  note,
  sample,
}: CatalogueVoice): PackOffer => ({
  voice_name: name,
  kind,
  language_code,
  gender,
  quality,
  bytes: sizeOf(files),
  licence_id: licence,
  note,
  sample_url: sample,
});
