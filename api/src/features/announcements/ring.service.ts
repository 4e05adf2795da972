import { CHIME_TITLES, RING_REPEAT_MAX } from '@belfry/schemas/domain/announcements';
import { type Targets, targetsSchema } from '@belfry/schemas/domain/targets';
import type { SayAnswer } from '@belfry/schemas/http/announcements/announcements';
import type { BellSound } from '@belfry/schemas/http/bells/timetables';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import type { OwnersPolicy } from '../../policies/owners.ts';
import { findOwnChimes } from '../library/index.ts';
import { planSpeech } from './plan-speech.ts';
import { countSay, say, startRun } from './say.service.ts';

/** A late bell must not ring. */
const EXPIRES_IN_S = 30;

type Rung = ({ company_id: number } | { targets: Targets }) & {
  sound: BellSound;
  run_id?: string;
  /** A chime rings again so long after its end, as often as fits into the time, which holds also without us; absent: once. */
  again?: { after_ms: number; lasts_ms: number };
};

/**
 * Rings a sound now at some places, or at a node and everywhere below it: a message as `say` does, a chime without a text. Throws what `say` throws.
 */
export async function ring(
  deps: Deps,
  actor: Actor,
  policy: OwnersPolicy,
  { sound, run_id, again, ...where }: Rung,
): Promise<SayAnswer> {
  const targets = 'targets' in where ? where.targets : targetsSchema.parse({ nodes: [where.company_id] });
  const common = { targets, priority: 'say_now', expires_in_s: EXPIRES_IN_S } as const;
  if (sound.type === 'message')
    return say(deps, actor, policy, {
      ...common,
      message_id: sound.message_id,
      ...(run_id !== undefined && { run_id }),
    });
  if (run_id === undefined) await countSay(deps, actor.user);
  const { plan } = await planSpeech(
    deps,
    { user: actor.user, policy, instant: new Date() },
    { ...common, text: CHIME_TITLES[sound.chime] },
  );
  const { title, item } = await findChime(deps, plan.owner_id, sound);
  return startRun(deps, {
    ...common,
    run_id,
    actor,
    kind: 'say',
    title,
    message_id: null,
    chime: 'none',
    repeat: again ? roundsIn(again, item.duration_ms) : 1,
    pause_ms: again?.after_ms ?? 0,
    plan,
    items: [item],
    ...(sound.chime_id === undefined && {
      said: { chime: sound.chime, priority: common.priority, text_language: null },
    }),
  });
}

const roundsIn = ({ after_ms, lasts_ms }: NonNullable<Rung['again']>, durationMs: number): number =>
  Math.min(RING_REPEAT_MAX, Math.max(1, Math.ceil(lasts_ms / (after_ms + durationMs))));

type ChimeSound = Extract<BellSound, { type: 'chime' }>;

/** A chime of the organisation where one is named, with what its run is called. Throws not_found. */
async function findChime({ db, rendering }: Deps, ownerId: number, { chime, chime_id }: ChimeSound) {
  if (chime_id !== undefined) {
    const own = (await findOwnChimes(db, ownerId, [chime_id])).get(chime_id);
    if (!own) throw notFound('Chime not found');
    return { title: own.name, item: own.item };
  }
  const item = await rendering.chime(chime);
  if (!item) throw new AppError('unprocessable', 'This chime cannot be played');
  return { title: CHIME_TITLES[chime], item };
}
