import { runsHttp } from '@belfry/schemas/http/commands/run-lists';
import { notFound } from '../../errors.ts';
import { changeableCommandRuns } from '../../policies/command-runs.ts';
import { changeRun } from './change-run.service.ts';
import { viewRuns } from './run-view.ts';
import { findRun } from './runs.repository.ts';
import { serve } from '../../serve.ts';

export const changeRunRoutes = (['pause', 'resume', 'cancel'] as const).map((change) =>
  serve(
    runsHttp[change],
    { access: 'signed-in', policy: changeableCommandRuns },
    async ({ deps, user, policy, params: { run_id: id }, ip }) => {
      await changeRun(deps, { user, ip }, { id, policy, change });
      const row = await findRun(deps.db, policy(user), id);
      const [run] = row ? await viewRuns(deps.db, [row]) : [];
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
);
