import { canManageFirmware, hidesNodesOfRoots } from '../../../policies/devices.ts';
import { ROLLOUT_CHANGES, rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { Reply } from '../../../http/routes/route.ts';
import { canReadGroup } from '../../../policies/owners.ts';
import { listRolloutDevices } from './rollout-devices.repository.ts';
import { toRollout } from './rollout-view.ts';
import { findRollouts } from './rollouts.repository.ts';
import { changeRollout, previewRollout, readRollout, startRollout } from './rollouts.service.ts';
import { serve } from '../../../serve.ts';

const policies = { firmware: canManageFirmware, group: canReadGroup };
const changingRoutes = ROLLOUT_CHANGES.map((change) =>
  serve(rolloutsHttp[change], { access: 'admin', policy: canManageFirmware }, ({ deps, user, ip, policy, params }) =>
    changeRollout(deps, { user, ip }, policy, { id: params.rollout_id, change }),
  ),
);

export const rolloutsRoutes = [
  serve(rolloutsHttp.preview, { access: 'admin', policy: policies }, ({ deps, user, policy, body }) =>
    previewRollout(deps, user, policy, body),
  ),
  serve(rolloutsHttp.start, { access: 'admin', policy: policies }, ({ deps, user, ip, policy, body }) =>
    startRollout(deps, { user, ip }, policy, body),
  ),
  serve(rolloutsHttp.list, { access: 'admin' }, async ({ deps, user }) =>
    (await deps.long.read(user.id, ({ db }) => findRollouts(db))).map(toRollout),
  ),
  serve(rolloutsHttp.read, { access: 'admin', policy: canManageFirmware }, ({ deps, user, policy, params }) =>
    readRollout(deps, user, policy, params.rollout_id),
  ),
  serve(
    rolloutsHttp.devices,
    { access: 'admin', policy: canManageFirmware },
    async ({ deps, user, policy, params: { rollout_id }, query }) => {
      await readRollout(deps, user, policy, rollout_id);
      const { rows, total } = await deps.long.read(user.id, ({ db }) =>
        listRolloutDevices(db, rollout_id, query, { hidesRoots: hidesNodesOfRoots(user) }),
      );
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  ...changingRoutes,
];
