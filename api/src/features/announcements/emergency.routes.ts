import type { SayAnswer } from '@belfry/schemas/http/announcements/announcements';
import {
  emergencyHttp,
  type EmergencyState,
  type MissingEmergency,
  type StartEmergencyBody,
} from '@belfry/schemas/http/announcements/emergency';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { notFound, AppError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply } from '../../http/routes/route.ts';
import { emergencyTargets, type OwnersPolicy, readableEmergencies } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { countReachable, findEmergencyMessages, findEmergencyOwner, findMissing } from './emergency.repository.ts';
import { findRun, findActiveEmergencies } from './runs.repository.ts';
import { planSpeech } from './plan-speech.ts';
import { EMERGENCY_S } from './runs.service.ts';
import { startRun } from './say.service.ts';
import { STOP_POLICIES, stopRun } from './stop.service.ts';

/** The limit of starts per user: enough to correct a mistake, and too few for a script that goes wrong. */
const STARTS = { hits: 20, windowSeconds: 60 };
/** A drill that a device cannot start within this time is skipped. */
const DRILL_EXPIRES_S = 120;
/** What is prepared for emergencies, and those that are not over; see ANN-11. */
async function readEmergency(
  { long, db }: Pick<Deps, 'long' | 'db'>,
  user: Principal,
  policy: OwnersPolicy,
): Promise<Omit<EmergencyState, 'active'> & { active: Awaited<ReturnType<typeof findActiveEmergencies>> }> {
  const owners = policy(user);
  const counts = await countReachable(db, owners);
  const [messages, active] = await long.read(user.id, async ({ db: reading }) => [
    await findEmergencyMessages(reading, user.id, owners),
    await findActiveEmergencies(reading, owners),
  ]);
  return { messages, ...counts, active };
}

/** The places without the audio of a prepared message. Throws not_found for a message of another user. */
async function readMissing(
  { long, db }: Pick<Deps, 'long' | 'db'>,
  user: Principal,
  policy: OwnersPolicy,
  messageId: number,
): Promise<MissingEmergency> {
  const owners = policy(user);
  const message = await findEmergencyOwner(db, owners, messageId);
  if (!message) throw notFound('Message not found');
  return long.read(user.id, ({ db: reading }) => findMissing(reading, owners, { ownerId: message.user_id, messageId }));
}

/**
 * Starts an emergency, which repeats on its devices until "all clear", or a drill. Throws not_found for a place or message of another
 * user, and unprocessable for a message that is not marked for emergencies.
 */
async function startEmergency(
  deps: Deps,
  actor: Actor,
  policy: OwnersPolicy,
  { message_id, targets, drill }: StartEmergencyBody,
): Promise<SayAnswer> {
  const { user } = actor;
  await countAttempt(deps, [{ key: `emergency:${user.id}`, ...STARTS }], 'Too many emergencies.');
  const caller = { user, policy, instant: new Date() };
  const { plan, message } = await planSpeech(deps, caller, { message_id, targets }, { limited: false });
  if (!message?.emergency) throw new AppError('unprocessable', 'This message is not marked for emergencies');
  return startRun(deps, {
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

const BODY_BYTES = 200_000;
const KINDS = ['emergency', 'drill'] as const;

export const emergencyRoutes = [
  serve(emergencyHttp.read, { access: 'signed-in', policy: readableEmergencies }, ({ deps, user, policy }) =>
    readEmergency(deps, user, policy),
  ),
  serve(emergencyHttp.missing, { access: 'signed-in', policy: readableEmergencies }, ({ deps, user, policy, params }) =>
    readMissing(deps, user, policy, params.id),
  ),
  serve(
    emergencyHttp.start,
    { access: 'signed-in', policy: emergencyTargets, bodyLimit: BODY_BYTES },
    async ({ deps, user, policy, body, ip }) =>
      Reply.of(await startEmergency(deps, { user, ip }, policy, body), { status: 202 }),
  ),
  serve(
    emergencyHttp.allClear,
    { access: 'signed-in', policy: { read: readableEmergencies, ...STOP_POLICIES } },
    async ({ deps, user, policy, params: { run_id: runId }, ip }) => {
      await stopRun(deps, { user, ip }, { runId, policies: policy, kinds: KINDS });
      const run = await findRun(deps.db, policy.read(user), runId);
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
];
