import type { LoudnessTargets } from '@belfry/schemas/domain/loudness';
import { loudnessHttp } from '@belfry/schemas/http/library/loudness';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { lockUser } from '../../people/users.repository.ts';
import { serve } from '../../serve.ts';
import { findTargets, saveTargets } from './loudness.repository.ts';

/** All programmes of an owner are compiled after each. */
const CHANGES = { hits: 10, windowSeconds: 60 };

export const loudnessRoutes = [
  serve(loudnessHttp.readTargets, { access: 'signed-in' }, ({ deps, user }) => findTargets(deps.db, user.id)),
  serve(
    loudnessHttp.changeTargets,
    { access: 'signed-in', ownKeyOnly: true, policy: 'own', audit: 'service' },
    ({ deps, user, ip, body }) => changeTargets(deps, { user, ip }, body),
  ),
];

async function changeTargets(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  targets: LoudnessTargets,
): Promise<LoudnessTargets> {
  const { id } = actor.user;
  await countAttempt(deps, [{ key: `loudness:${id}`, ...CHANGES }]);
  await transact(deps.db, async (trx) => {
    await lockUser(trx, id);
    const before = await findTargets(trx, id);
    await saveTargets(trx, id, targets);
    const entry = { action: 'organisation.loudness', object_kind: 'user', object_id: id } as const;
    await audit(trx, actor, { ...entry, details: targets, before, after: targets });
  });
  return targets;
}
