import { canReadNode, type OwnersPolicy, readableCommandRuns } from '../../../policies/owners.ts';
import { runsHttp } from '@belfry/schemas/http/commands/run-lists';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { Reply } from '../../../http/routes/route.ts';
import { canCommandDevice, canReadDevice, hidesNodesOfRoots, requiredOwner } from '../../../policies/devices.ts';
import { listRunDeliveries } from './run-deliveries.repository.ts';
import { viewRuns } from './run-view.ts';
import { findRun, listRuns, type RunRow } from './runs.repository.ts';
import { previewRun, startRun } from './start-run.service.ts';
import { serve } from '../../../serve.ts';
import type { Deps } from '../../../deps.ts';

/** 10,000 serials. */
const BODY_BYTES = 400_000;
const targetPolicies = { device: canCommandDevice, node: canReadNode, run: readableCommandRuns };

async function readableRun(
  { db }: Pick<Deps, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'long' | 'commands'>,
  user: Principal,
  policy: OwnersPolicy,
  id: string,
): Promise<RunRow> {
  const run = await findRun(db, policy(user), id);
  if (!run) throw notFound('Run not found');
  return run;
}

const startingRoutes = [
  serve(
    runsHttp.preview,
    { access: 'signed-in', policy: targetPolicies, bodyLimit: BODY_BYTES },
    ({ deps, user, policy, body, ip }) => previewRun(deps, { actor: { user, ip }, policies: policy }, body),
  ),
  serve(
    runsHttp.start,
    { access: 'signed-in', policy: targetPolicies, bodyLimit: BODY_BYTES },
    ({ deps, user, policy, body, ip }) => startRun(deps, { actor: { user, ip }, policies: policy }, body),
  ),
];

const readingRoutes = [
  serve(
    runsHttp.list,
    { access: 'signed-in', policy: readableCommandRuns },
    async ({ deps, user, policy, query: { page, page_size: limit } }) => {
      const { rows, total } = await listRuns(deps.db, policy(user), {
        limit,
        offset: (page - 1) * limit,
      });
      const runs = await deps.long.read(user.id, ({ db }) => viewRuns(db, rows));
      return Reply.of(runs, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(runsHttp.read, { access: 'signed-in', policy: readableCommandRuns }, async ({ deps, user, policy, params }) => {
    const [run] = await viewRuns(deps.db, [await readableRun(deps, user, policy, params.run_id)]);
    if (!run) throw notFound('Run not found');
    return run;
  }),
  serve(
    runsHttp.deliveries,
    { access: 'signed-in', policy: { run: readableCommandRuns, device: canReadDevice } },
    async ({ deps, user, policy, params, query }) => {
      const run = await readableRun(deps, user, policy.run, params.run_id);
      const viewer = { ownerId: requiredOwner(policy.device, user), hidesRoots: hidesNodesOfRoots(user) };
      const { rows, total } = await listRunDeliveries(deps.db, run.id, viewer, query);
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
];

export const runReadingRoutes = [...startingRoutes, ...readingRoutes];
