import { randomUUID } from 'node:crypto';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { RunSaid, SayAnswer, SayBody } from '@belfry/schemas/http/announcements/announcements';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import type { Kysely } from 'kysely';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { notFound, SpeechError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { holdMemberships } from '../../people/memberships.repository.ts';
import { emergencyTargets, type OwnersPolicy } from '../../policies/owners.ts';
import { findAudioOf, findTargets } from '../library/index.ts';
import { endFinishedRuns } from './deliveries.sql.ts';
import { type Plan, planSpeech, type Said } from './plan-speech.ts';
import { EMERGENCY_S, notifyRunsChanged, scheduleParts, scheduleSweep } from './runs.service.ts';
import {
  claimPart,
  findPartToSend,
  insertRun,
  holdRun,
  markFailed,
  markRendered,
  markSent,
  type NewRun,
  type PartToSend,
} from './say.repository.ts';
import { hasPlacesOf } from './stop.repository.ts';
import { checkWaiting } from './when-back.repository.ts';
import { findLanguage } from './text-language.ts';
import { createLevels, type LevelledPlace } from '../library/rendering/index.ts';

/** The limit of announcements per user; see ANN-13. */
const SAYS = { hits: 60, windowSeconds: 60 };
const TITLE_MAX = 80;
/** The maximum number of rendered parts that the request itself sends; more are sent by jobs. */
const PARTS_AT_ONCE = 8;
const MIN_EXPIRY_S = 1;

/**
 * Says a text, a message or audio immediately; see ANN-2 and ANN-13. The order of it: `planSpeech` finds the places and what each of them hears,
 * `startRun` stores the run with its deliveries, and `sendPart` sends each part to its devices, here or in a job. Throws what `planSpeech`
 * throws, not_found for audio that is not there, and rate_limited. With `run_id` it is started once, and its caller has counted it; with
 * `variants` each place hears the one in its language, in place of the text.
 */
export async function say(
  deps: Deps,
  actor: Actor,
  policy: OwnersPolicy,
  {
    run_id,
    again_of,
    waits,
    ...body
  }: SayBody & { run_id?: string; again_of?: string; waits?: boolean; variants?: Said['variants'] },
): Promise<SayAnswer> {
  const { user } = actor;
  if (run_id === undefined) await countSay(deps, user);
  const instant = new Date();
  const [{ plan, message }, text_language] = await Promise.all([
    planSpeech(deps, { user, policy, instant }, body),
    body.text === undefined || body.variants ? null : findLanguage(user.id, body.text),
  ]);
  // What is prepared for emergencies is heard by who may start one, whatever it is called.
  if (message?.emergency) await planSpeech(deps, { user, policy: emergencyTargets, instant }, body);
  const audio = body.audio_id === undefined ? null : await readAudio(deps, [plan.owner_id, user.id], body.audio_id);
  return startRun(deps, {
    run_id,
    actor,
    kind: 'say',
    title: message?.name ?? audio?.name ?? titleOf(body.text ?? ''),
    priority: body.priority,
    message_id: message?.id ?? null,
    chime: plan.chime,
    repeat: message?.repeat ?? body.repeat ?? 1,
    pause_ms: message?.pause_ms ?? 0,
    targets: body.targets,
    expires_in_s: body.expires_in_s,
    plan,
    again_of: again_of ?? null,
    waits: waits ?? false,
    // What was written for each language, as of a public alert, is said once.
    said: body.variants ? null : saidOf(body, text_language),
    ...(audio && { items: [{ sha256: audio.sha256, duration_ms: audio.duration_ms }] }),
  });
}

const saidOf = (
  { text, message_id, audio_id, chime, chime_id, language, voice, repeat, priority }: SayBody,
  text_language: string | null,
): RunSaid => ({ text, message_id, audio_id, chime, chime_id, language, voice, repeat, priority, text_language });

async function readAudio({ db }: Pick<Deps, 'db'>, ownerIds: readonly number[], id: number) {
  const audio = await findAudioOf(db, ownerIds, id);
  if (!audio) throw notFound('There is no such audio');
  return audio;
}

/** Counts an announcement of a person. Throws rate_limited. */
export const countSay = (deps: Pick<Deps, 'config' | 'db'>, { id }: { id: number }): Promise<void> =>
  countAttempt(deps, [{ key: `say:${id}`, ...SAYS }], 'Too many announcements.');

const titleOf = (text: string): string => (text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX - 1)}…` : text);

type RunToStart = Omit<NewRun, 'run_id' | 'user_id' | 'started_by' | 'state' | 'expires_at'> & {
  /** The id of the run, where what starts it must not start it twice. */
  run_id?: string | undefined;
  actor: Actor;
  expires_in_s: number;
  plan: Plan;
  items?: AudioItem[];
};

/** Stores a run and sends it: immediately where all of its audio is there, otherwise by jobs that render it first; see ANN-3. */
export async function startRun(
  deps: Deps,
  { actor, plan, expires_in_s, items, run_id = randomUUID(), ...fields }: RunToStart,
): Promise<SayAnswer> {
  const { kind, title } = fields;
  const ready = items
    ? new Map<string, AudioItem[]>()
    : await deps.rendering.findReady(plan.parts.filter(hasText).map(({ spoken }) => spoken.key));
  const parts = plan.parts.map((part) => ({
    ...part,
    items: items ?? (hasText(part) ? (ready.get(deps.rendering.keyOf(part.spoken.key)) ?? null) : []),
  }));
  // What waits for devices that are offline needs their speech as well.
  const waits = kind === 'emergency' || fields.waits === true;
  const needed = parts.filter(({ places }) => waits || places.some(({ online }) => online));
  const numbers = needed.map(({ part }) => part);
  const sendsNow = needed.length <= PARTS_AT_ONCE && needed.every(({ items }) => items !== null);
  const expires_at = new Date(Date.now() + expires_in_s * 1_000);
  const devices = plan.places.length;
  const user_id = plan.owner_id;
  const started_by = user_id === actor.user.id ? null : actor.user.id;
  await transact(deps.db, async (trx) => {
    const state = sendsNow ? 'running' : 'rendering';
    await insertRun(trx, { ...fields, run_id, user_id, started_by, state, expires_at }, parts, plan.places);
    if (started_by !== null) await checkStillPermitted(trx, started_by, run_id, plan);
    if (fields.waits === true) await checkWaiting(trx, actor.user.id);
    await audit(trx, actor, {
      action: kind === 'emergency' || kind === 'drill' ? 'emergency.start' : 'announcement.start',
      object_kind: 'announcement',
      object_id: run_id,
      ...(started_by !== null && { owner_id: user_id }),
      details: { kind, title, devices },
      after: { kind, title, devices, targets: fields.targets },
    });
    await scheduleSweep(trx, deps.jobs, run_id, expires_at);
    const job = { run_id, owner_id: user_id, emergency: fields.priority === 'emergency' };
    if (!sendsNow) await scheduleParts(trx, deps.jobs, job, numbers);
  });
  const user_ids = [...new Set([user_id, ...plan.places.flatMap(({ place }) => place.user_id ?? [])])];
  notifyRunsChanged(deps.events, [{ run_id, user_ids }]);
  // After the answer, so that no caller waits for thousands of messages. What is not sent expires.
  if (sendsNow)
    void Promise.all(numbers.map((part) => sendPart(deps, run_id, part))).catch((error: unknown) =>
      deps.log.error({ err: error, run_id }, 'an announcement could not be sent'),
    );
  return { run_id, devices, offline: plan.places.filter(({ online }) => !online).length };
}

const hasText = ({ spoken }: Plan['parts'][number]): boolean => spoken.key.text !== '';

/** Throws not_found where a membership has ended since the places were found; `stopWorkOf` finds the run where one ends later. */
async function checkStillPermitted(
  trx: Kysely<Database>,
  userId: number,
  runId: string,
  { permitted }: Plan,
): Promise<void> {
  await holdMemberships(trx, userId);
  if (!(await hasPlacesOf(trx, runId, [permitted]))) throw notFound('A selected place does not exist');
}

export type SendDeps = Pick<Deps, 'db' | 'pool' | 'commands' | 'events' | 'rendering'>;

/** Renders a part of a run if necessary, and sends it to the devices that wait for it. May be repeated. */
export async function sendPart(deps: SendDeps, runId: string, part: number, signal?: AbortSignal): Promise<void> {
  const partToSend = await findPartToSend(deps.db, runId, part);
  if (!partToSend) return;
  const user_ids = [
    ...new Set([...partToSend.owner_ids, ...(partToSend.user_id === null ? [] : [partToSend.user_id])]),
  ];
  try {
    const [chime, speech] = await Promise.all([
      deps.rendering.chime(partToSend.chime),
      renderPart(deps, partToSend, user_ids, signal),
    ]);
    const fallback = await deps.rendering.findFallback(partToSend);
    await playPart(deps, { runId, part, chime, speech, fallback }, partToSend);
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    await markFailed(deps.db, { runId, part, reason: error.message });
  }
  await markRendered(deps.db, runId);
  const ended = await endFinishedRuns(deps.pool, [runId]);
  notifyRunsChanged(deps.events, [{ run_id: runId, user_ids }, ...ended]);
}

/** The speech of a part, which these users may download from now on, as the audio around it. Throws SpeechError. */
async function renderPart(
  { rendering }: SendDeps,
  part: PartToSend,
  userIds: readonly number[],
  signal?: AbortSignal,
): Promise<AudioItem[]> {
  const items = [...part.items_before, ...(part.items ?? []), ...part.items_after];
  await rendering.addOwners(
    items.map(({ sha256 }) => sha256),
    userIds,
  );
  const speech =
    part.items ??
    (await rendering.ensure(part, userIds, { urgency: part.priority === 'emergency' ? 'emergency' : 'now', signal }));
  if (items.length + speech.length === 0) throw new SpeechError(reasonText('audio_gone'));
  return speech;
}

type SpokenPart = {
  runId: string;
  part: number;
  chime: AudioItem | null;
  speech: AudioItem[];
  fallback: { rendered_by: string; reason: string } | null;
};

async function playPart(
  deps: SendDeps,
  { runId, part, chime, speech, fallback }: SpokenPart,
  { kind, priority, volume, repeat, pause_ms, ...run }: PartToSend,
): Promise<void> {
  const { db, commands } = deps;
  // What was said live is for those too who come back in time.
  const waits = kind === 'emergency' || kind === 'page' || run.waits;
  const items = [...(chime ? [chime] : []), ...run.items_before, ...speech, ...run.items_after];
  const remainingS = Math.max(Math.ceil((run.expires_at.getTime() - Date.now()) / 1_000), MIN_EXPIRY_S);
  const params: CommandParams<'play'> = {
    run_id: runId,
    items: await levelItems(deps, items, run),
    priority,
    ...(volume !== null && { volume }),
    repeat,
    pause_ms,
  };
  const commandId = await claimPart(db, { runId, part, items: speech, commandId: randomUUID(), fallback });
  const { offline, devices: deviceIds } = await commands.sendToMany({
    commandId,
    userId: run.started_by ?? run.user_id,
    command: 'play',
    params,
    deviceIds: run.device_ids,
    expiresInS: kind === 'emergency' ? EMERGENCY_S : remainingS,
    waits,
    onlyWhile: holdRun(runId),
  });
  await markSent(db, { runId, deviceIds, offline });
}

/**
 * What the devices of a part play, as loud as their organisation wants it. A file with a gain applied that is not there yet is made for the
 * next time: nobody waits for it.
 */
async function levelItems(
  { db, rendering }: Pick<Deps, 'db' | 'rendering'>,
  items: readonly AudioItem[],
  { user_id, owner_ids, ...place }: LevelledPlace & { user_id: number | null; owner_ids: readonly number[] },
): Promise<CommandParams<'play'>['items']> {
  const sha256s = items.map(({ sha256 }) => sha256);
  const [files, levelled, targets] = await Promise.all([
    rendering.findFiles(sha256s),
    rendering.findLevelled(sha256s),
    findTargets(db, user_id),
  ]);
  const levels = createLevels({ files, levelled, targets });
  const played = levels.itemsFor(items, 'speech', place);
  await rendering.addOwners([...levels.used], owner_ids);
  if (user_id !== null) await rendering.requestLevelled(db, user_id, [...levels.missing.values()]);
  return played.map(({ sha256, duration_ms, gain_db }) => ({ sha256, duration_ms, gain_db }));
}
