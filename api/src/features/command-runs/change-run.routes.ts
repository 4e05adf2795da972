import { commandRunParamsSchema, commandRunSchema } from '@belfry/schemas/http/commands/runs';
import { notFound } from '../../errors.ts';
import { routeWith } from '../../http/routes/route.ts';
import { changeableCommandRuns } from '../../policies/command-runs.ts';
import { changeRun, type RunChange } from './change-run.service.ts';
import type { CommandRunsDeps } from './deps.ts';
import { viewRuns } from './run-view.ts';
import { findRun } from './runs.repository.ts';

const route = routeWith<CommandRunsDeps>();

const SUMMARIES: Record<RunChange, string> = {
  pause: 'Send nothing more until the run is resumed; devices that have the command carry it out',
  resume: 'Continue a run that was paused or has stopped',
  cancel: 'Send nothing more, and cancel what waits for devices that are offline',
};

export const changeRunRoutes = (['pause', 'resume', 'cancel'] as const).map((change) =>
  route(
    {
      method: 'post',
      path: `/command-runs/{run_id}/${change}`,
      summary: SUMMARIES[change],
      access: 'signed-in',
      policy: changeableCommandRuns,
      params: commandRunParamsSchema,
      answer: commandRunSchema,
      errors: ['not_found', 'conflict'],
    },
    async ({ deps, user, policy, params: { run_id: id }, ip }) => {
      await changeRun(deps, { user, ip }, { id, policy, change });
      const row = await findRun(deps.db, policy(user), id);
      const [run] = row ? await viewRuns(deps.db, [row]) : [];
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
);
