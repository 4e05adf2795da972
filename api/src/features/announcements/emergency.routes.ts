import { emergencyHttp, type MissingEmergency } from '@belfry/schemas/http/announcements/emergency';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply } from '../../http/routes/route.ts';
import { emergencyTargets, type OwnersPolicy, readableEmergencies } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import {
  countReachable,
  findEmergencyMessages,
  findEmergencyOwner,
  findMissing,
  findWhere,
} from './emergency.repository.ts';
import { EMERGENCY_KINDS, startEmergency } from './emergency.service.ts';
import { findRun, findActiveEmergencies } from './runs.repository.ts';
import { STOP_POLICIES, stopRun } from './stop.service.ts';

const NOTHING = { total: 0, names: [] };
const NOWHERE = { sites: NOTHING, away: NOTHING };

/** What is prepared for emergencies, and those that are not over; see ANN-11. */
async function readEmergency({ long, db }: Pick<Deps, 'long' | 'db'>, user: Principal, policy: OwnersPolicy) {
  const owners = policy(user);
  const counts = await countReachable(db, owners);
  return long.read(user.id, async ({ db: reading }) => {
    const messages = await findEmergencyMessages(reading, user.id, owners);
    const runs = await findActiveEmergencies(reading, owners);
    const where = await findWhere(
      reading,
      owners,
      runs.map(({ run_id }) => run_id),
    );
    const active = runs.map((run) => Object.assign(run, where.get(run.run_id) ?? NOWHERE));
    return { messages, ...counts, active };
  });
}

/** The places where a prepared message is not ready. Throws not_found for a message of another user. */
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

const BODY_BYTES = 200_000;

export const emergencyRoutes = [
  serve(emergencyHttp.read, { access: 'signed-in', policy: readableEmergencies }, ({ deps, user, policy }) =>
    readEmergency(deps, user, policy),
  ),
  serve(emergencyHttp.missing, { access: 'signed-in', policy: readableEmergencies }, ({ deps, user, policy, params }) =>
    readMissing(deps, user, policy, params.id),
  ),
  serve(
    emergencyHttp.start,
    { access: 'signed-in', policy: emergencyTargets, bodyLimit: BODY_BYTES, audit: 'service' },
    async ({ deps, user, policy, body, ip }) =>
      Reply.of(await startEmergency(deps, { user, ip }, policy, body), { status: 202 }),
  ),
  serve(
    emergencyHttp.allClear,
    { access: 'signed-in', policy: { read: readableEmergencies, ...STOP_POLICIES }, audit: 'service' },
    async ({ deps, user, policy, params: { run_id: runId }, ip }) => {
      await stopRun(deps, { user, ip }, { runId, policies: policy, kinds: EMERGENCY_KINDS });
      const run = await findRun(deps.db, policy.read(user), runId);
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
];
