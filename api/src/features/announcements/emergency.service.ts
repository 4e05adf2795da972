import type { SayAnswer } from '@belfry/schemas/http/announcements/announcements';
import type { StartEmergencyBody } from '@belfry/schemas/http/announcements/emergency';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { type OwnersPolicy, readableEmergencies } from '../../policies/owners.ts';
import { findEmergenciesAt } from './emergency.repository.ts';
import { planSpeech } from './plan-speech.ts';
import { EMERGENCY_S } from './runs.service.ts';
import { startRun } from './say.service.ts';
import { STOP_POLICIES, stopRun } from './stop.service.ts';

export const EMERGENCY_KINDS = ['emergency', 'drill'] as const;

/** The limit of starts per user: enough to correct a mistake, and too few for a script that goes wrong. */
const STARTS = { hits: 20, windowSeconds: 60 };
/** A drill that a device cannot start within this time is skipped. */
const DRILL_EXPIRES_S = 120;

/**
 * Starts an emergency, which repeats on its devices until "all clear", or a drill. Throws not_found for a place or message of another
 * user, and unprocessable for a message that is not marked for emergencies. With `run_id` it is started once, and its caller has
 * counted it.
 */
export async function startEmergency(
  deps: Deps,
  actor: Actor,
  policy: OwnersPolicy,
  { message_id, targets, drill, run_id }: StartEmergencyBody & { run_id?: string },
): Promise<SayAnswer> {
  const { user } = actor;
  if (run_id === undefined)
    await countAttempt(deps, [{ key: `emergency:${user.id}`, ...STARTS }], 'Too many emergencies.');
  const caller = { user, policy, instant: new Date() };
  const { plan, message } = await planSpeech(deps, caller, { message_id, targets }, { limited: false });
  if (!message?.emergency) throw new AppError('unprocessable', 'This message is not marked for emergencies');
  return startRun(deps, {
    run_id,
    actor,
    kind: drill ? 'drill' : 'emergency',
    title: message.name,
    priority: 'emergency',
    message_id: message.id,
    chime: plan.chime,
    repeat: drill ? 1 : 0,
    pause_ms: message.pause_ms,
    targets,
    expires_in_s: drill ? DRILL_EXPIRES_S : EMERGENCY_S,
    plan,
  });
}

/**
 * All clear at a node: ends the emergencies and drills of its organisation that are heard there or below it, as far as the caller may; of
 * some of them only where `run_ids` names them. Others
 * may end one at the same time. @returns how many this call has ended
 */
export async function endEmergenciesAt(
  deps: Pick<Deps, 'db' | 'jobs' | 'commands' | 'events'>,
  actor: Actor,
  { run_ids, ...place }: { owner_id: number; company_id: number; run_ids?: readonly string[] },
): Promise<number> {
  const policies = { read: readableEmergencies, ...STOP_POLICIES };
  let ended = 0;
  for (const runId of await findEmergenciesAt(deps.db, place)) {
    if (run_ids && !run_ids.includes(runId)) continue;
    try {
      await stopRun(deps, actor, { runId, policies, kinds: EMERGENCY_KINDS });
      ended += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }
  return ended;
}
