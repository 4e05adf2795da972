import { sampleRunsHttp } from '@belfry/schemas/http/speech/sample-runs';
import { readSampleRun, startSampleRun, changeSampleRun } from './sample-run.service.ts';
import type { SampleRunChange } from './sample-runs.repository.ts';
import { serve } from '../../../serve.ts';

const changeRoute = (change: SampleRunChange) =>
  serve(sampleRunsHttp[change], { access: 'admin' }, async ({ deps, user, ip }) => ({
    run: await changeSampleRun(deps, { user, ip }, change),
  }));

export const sampleRunRoutes = [
  serve(sampleRunsHttp.read, { access: 'admin' }, async ({ deps }) => ({ run: await readSampleRun(deps) })),
  serve(sampleRunsHttp.start, { access: 'admin' }, async ({ deps, user, ip, body }) => ({
    run: await startSampleRun(deps, { user, ip }, body),
  })),
  changeRoute('pause'),
  changeRoute('resume'),
  changeRoute('stop'),
];
