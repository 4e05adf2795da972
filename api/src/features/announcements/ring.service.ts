import { targetsSchema } from '@belfry/schemas/domain/targets';
import type { SayAnswer } from '@belfry/schemas/http/announcements/announcements';
import type { BellSound } from '@belfry/schemas/http/schedules/timetables';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { OwnersPolicy } from '../../policies/owners.ts';
import { planSpeech } from './plan-speech.ts';
import { countSay, say, startRun } from './say.service.ts';

/** A bell that is late is none. */
const EXPIRES_IN_S = 30;
/** What the run of a chime is called. */
const TITLES = { ding_dong: 'Ding-dong', three_tone: 'Three tones', bell: 'Bell', alarm: 'Alarm' };

/**
 * Rings a sound now at a node and everywhere below it: a message as `say` does, a chime without a text. Throws what `say` throws.
 */
export async function ring(
  deps: Deps,
  actor: Actor,
  policy: OwnersPolicy,
  { company_id, sound, run_id }: { company_id: number; sound: BellSound; run_id?: string },
): Promise<SayAnswer> {
  const targets = targetsSchema.parse({ nodes: [company_id] });
  const common = { targets, priority: 'say_now', expires_in_s: EXPIRES_IN_S } as const;
  if (sound.type === 'message')
    return say(deps, actor, policy, {
      ...common,
      message_id: sound.message_id,
      ...(run_id !== undefined && { run_id }),
    });
  await countSay(deps, actor.user);
  const title = TITLES[sound.chime];
  const { plan } = await planSpeech(
    deps,
    { user: actor.user, policy, instant: new Date() },
    { ...common, text: title },
  );
  const chime = await deps.rendering.chime(sound.chime);
  if (!chime) throw new AppError('unprocessable', 'This chime cannot be played');
  return startRun(deps, {
    ...common,
    run_id,
    actor,
    kind: 'say',
    title,
    message_id: null,
    chime: 'none',
    repeat: 1,
    pause_ms: 0,
    plan,
    items: [chime],
  });
}
