import {
  previewRunBodySchema,
  commandRunParamsSchema,
  runPreviewSchema,
  commandRunSchema,
  runStartedSchema,
  startRunBodySchema,
} from '@belfry/schemas/http/commands/runs';
import {
  runDeliveriesQuerySchema,
  runDeliverySchema,
  runListQuerySchema,
} from '@belfry/schemas/http/commands/run-lists';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canCommandDevice, canReadDevice, hidesNodesOfRoots, requiredOwner } from '../../policies/devices.ts';
import { canReadNode } from '../../policies/owners.ts';
import { readableCommandRuns } from '../../policies/command-runs.ts';
import type { OwnersPolicy } from '../../policies/visible-owners.ts';
import type { CommandRunsDeps } from './deps.ts';
import { listRunDeliveries } from './run-deliveries.repository.ts';
import { viewRuns } from './run-view.ts';
import { findRun, listRuns, type RunRow } from './runs.repository.ts';
import { previewRun, startRun } from './start-run.service.ts';

const route = routeWith<CommandRunsDeps>();

/** 10,000 serials. */
const BODY_BYTES = 400_000;
const targetPolicies = { device: canCommandDevice, node: canReadNode, run: readableCommandRuns };
const totalHeader = { 'X-Total-Count': 'how many there are' };

async function readableRun(
  { db }: CommandRunsDeps,
  user: Principal,
  policy: OwnersPolicy,
  id: string,
): Promise<RunRow> {
  const run = await findRun(db, policy(user), id);
  if (!run) throw notFound('Run not found');
  return run;
}

const startingRoutes = [
  route(
    {
      method: 'post',
      path: '/command-runs/preview',
      summary: 'Count the devices of a run, and those that cannot be reached now, without starting it',
      access: 'signed-in',
      policy: targetPolicies,
      body: previewRunBodySchema,
      bodyLimit: BODY_BYTES,
      answer: runPreviewSchema,
      errors: ['device_not_found', 'not_found', 'unprocessable'],
    },
    ({ deps, user, policy, body, ip }) => previewRun(deps, { actor: { user, ip }, policies: policy }, body),
  ),
  route(
    {
      method: 'post',
      path: '/command-runs',
      summary: 'Send a command to many devices in waves, on the server',
      description:
        'People send to their own devices, administrators to all. Each device receives the command at most once.',
      access: 'signed-in',
      policy: targetPolicies,
      body: startRunBodySchema,
      bodyLimit: BODY_BYTES,
      answer: runStartedSchema,
      status: 202,
      errors: ['unknown_command', 'device_not_found', 'not_found', 'conflict', 'unprocessable', 'rate_limited'],
    },
    ({ deps, user, policy, body, ip }) => startRun(deps, { actor: { user, ip }, policies: policy }, body),
  ),
];

const readingRoutes = [
  route(
    {
      method: 'get',
      path: '/command-runs',
      summary: 'The own runs, or for administrators all, the newest first',
      access: 'signed-in',
      policy: readableCommandRuns,
      query: runListQuerySchema,
      answer: z.array(commandRunSchema),
      headers: totalHeader,
    },
    async ({ deps, user, policy, query: { page, page_size: limit } }) => {
      const { rows, total } = await listRuns(deps.db, policy(user), {
        limit,
        offset: (page - 1) * limit,
      });
      const runs = await deps.long.read(user.id, ({ db }) => viewRuns(db, rows));
      return Reply.of(runs, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  route(
    {
      method: 'get',
      path: '/command-runs/{run_id}',
      summary: 'The state and progress of a run',
      access: 'signed-in',
      policy: readableCommandRuns,
      params: commandRunParamsSchema,
      answer: commandRunSchema,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, params }) => {
      const [run] = await viewRuns(deps.db, [await readableRun(deps, user, policy, params.run_id)]);
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
  route(
    {
      method: 'get',
      path: '/command-runs/{run_id}/deliveries',
      summary: 'The devices of a run in the order of sending, each with its state and why it did not succeed',
      access: 'signed-in',
      policy: { run: readableCommandRuns, device: canReadDevice },
      params: commandRunParamsSchema,
      query: runDeliveriesQuerySchema,
      answer: z.array(runDeliverySchema),
      headers: totalHeader,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, params, query }) => {
      const run = await readableRun(deps, user, policy.run, params.run_id);
      const viewer = { ownerId: requiredOwner(policy.device, user), hidesRoots: hidesNodesOfRoots(user) };
      const { rows, total } = await listRunDeliveries(deps.db, run.id, viewer, query);
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
];

export const runReadingRoutes = [...startingRoutes, ...readingRoutes];
