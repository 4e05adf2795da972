import {
  ROLLOUT_CHANGES,
  rolloutDeviceSchema,
  rolloutDevicesQuerySchema,
  rolloutParamsSchema,
  rolloutPreviewSchema,
  rolloutSchema,
  startRolloutBodySchema,
  type RolloutChange,
} from '@belfry/schemas/http/devices/firmware-rollouts';
import { z } from 'zod';
import { Reply, routeWith } from '../../../http/routes/route.ts';
import { hidesNodesOfRoots } from '../../../policies/devices.ts';
import { canManageFirmware } from '../../../policies/firmware.ts';
import { canReadGroup } from '../../../policies/owners.ts';
import type { RolloutsDeps } from './deps.ts';
import { listRolloutDevices } from './rollout-devices.repository.ts';
import { toRollout } from './rollout-view.ts';
import { findRollouts } from './rollouts.repository.ts';
import { changeRollout, previewRollout, readRollout, startRollout } from './rollouts.service.ts';

const route = routeWith<RolloutsDeps>();
const policies = { firmware: canManageFirmware, group: canReadGroup };

const SUMMARIES: Record<RolloutChange, string> = {
  pause: 'Pause a rollout; devices that have the command finish',
  resume: 'Continue a rollout that was paused or has stopped',
  cancel: 'End a rollout; devices that have the command finish',
};

const changingRoutes = ROLLOUT_CHANGES.map((change) =>
  route(
    {
      method: 'post',
      path: `/client/rollouts/{rollout_id}/${change}`,
      summary: SUMMARIES[change],
      access: 'admin',
      policy: canManageFirmware,
      params: rolloutParamsSchema,
      answer: rolloutSchema,
      errors: ['not_found', 'conflict'],
    },
    ({ deps, user, ip, policy, params }) =>
      changeRollout(deps, { user, ip }, policy, { id: params.rollout_id, change }),
  ),
);

export const rolloutsRoutes = [
  route(
    {
      method: 'post',
      path: '/client/rollouts/preview',
      summary: 'Count the devices of each phase of a rollout without starting it',
      access: 'admin',
      policy: policies,
      body: startRolloutBodySchema,
      answer: rolloutPreviewSchema,
      errors: ['not_found'],
    },
    ({ deps, user, policy, body }) => previewRollout(deps, user, policy, body),
  ),
  route(
    {
      method: 'post',
      path: '/client/rollouts',
      summary: 'Install an archive on the devices in phases',
      description:
        'One rollout at a time. Each device gets the command at most once. It stops where too many devices fail.',
      access: 'admin',
      policy: policies,
      body: startRolloutBodySchema,
      answer: rolloutSchema,
      status: 202,
      errors: ['not_found', 'conflict', 'unprocessable', 'rate_limited'],
    },
    ({ deps, user, ip, policy, body }) => startRollout(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'get',
      path: '/client/rollouts',
      summary: 'The last 20 rollouts, the newest first',
      access: 'admin',
      answer: z.array(rolloutSchema),
    },
    async ({ deps, user }) => (await deps.long.read(user.id, ({ db }) => findRollouts(db))).map(toRollout),
  ),
  route(
    {
      method: 'get',
      path: '/client/rollouts/{rollout_id}',
      summary: 'A rollout with the number of devices in each state',
      access: 'admin',
      policy: canManageFirmware,
      params: rolloutParamsSchema,
      answer: rolloutSchema,
      errors: ['not_found'],
    },
    ({ deps, user, policy, params }) => readRollout(deps, user, policy, params.rollout_id),
  ),
  route(
    {
      method: 'get',
      path: '/client/rollouts/{rollout_id}/devices',
      summary: 'The devices of a rollout, those that failed first, each with its state and the reason',
      access: 'admin',
      policy: canManageFirmware,
      params: rolloutParamsSchema,
      query: rolloutDevicesQuerySchema,
      answer: z.array(rolloutDeviceSchema),
      headers: { 'X-Total-Count': 'how many devices match' },
      errors: ['not_found'],
    },
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
