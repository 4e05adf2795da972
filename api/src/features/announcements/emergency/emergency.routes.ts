import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { notFound } from '../../../errors.ts';
import { Reply } from '../../../http/routes/route.ts';
import { readableAnnouncements, speechTargets, stoppableAnnouncements } from '../../../policies/announcements.ts';
import { findRun } from '../runs/runs.repository.ts';
import { stopRun } from '../runs/stop-run.service.ts';
import { readEmergency, readMissing, startEmergency } from './emergency.service.ts';
import { serve } from '../../../serve.ts';

const BODY_BYTES = 200_000;
const KINDS = ['emergency', 'drill'] as const;

export const emergencyRoutes = [
  serve(emergencyHttp.read, { access: 'signed-in', policy: readableAnnouncements }, ({ deps, user, policy }) =>
    readEmergency(deps, user, policy),
  ),
  serve(
    emergencyHttp.missing,
    { access: 'signed-in', policy: readableAnnouncements },
    ({ deps, user, policy, params }) => readMissing(deps, user, policy, params.id),
  ),
  serve(
    emergencyHttp.start,
    { access: 'signed-in', policy: speechTargets, bodyLimit: BODY_BYTES },
    async ({ deps, user, policy, body, ip }) =>
      Reply.of(await startEmergency(deps, { user, ip }, policy, body), { status: 202 }),
  ),
  serve(
    emergencyHttp.allClear,
    { access: 'signed-in', policy: stoppableAnnouncements },
    async ({ deps, user, policy, params: { run_id: runId }, ip }) => {
      await stopRun(deps, { user, ip }, { runId, policy, kinds: KINDS });
      const run = await findRun(deps.db, policy(user), runId);
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
];
