import { sampleRunAnswerSchema, startSampleRunBodySchema } from '@belfry/schemas/http/announcements/sample-runs';
import { routeWith } from '../../http/routes/route.ts';
import type { VoiceSamplesDeps } from './deps.ts';
import { readSampleRun, startSampleRun, changeSampleRun } from './sample-run.service.ts';
import type { SampleRunChange } from './sample-runs.repository.ts';

const route = routeWith<VoiceSamplesDeps>();

const changeRoute = (name: SampleRunChange, summary: string) =>
  route(
    {
      method: 'post',
      path: `/voices/sample-run/${name}`,
      summary,
      access: 'admin',
      answer: sampleRunAnswerSchema,
      errors: ['conflict'],
    },
    async ({ deps, user, ip }) => ({ run: await changeSampleRun(deps, { user, ip }, name) }),
  );

export const sampleRunRoutes = [
  route(
    {
      method: 'get',
      path: '/voices/sample-run',
      summary: 'The present or last bulk creation of samples',
      access: 'admin',
      answer: sampleRunAnswerSchema,
    },
    async ({ deps }) => ({ run: await readSampleRun(deps) }),
  ),
  route(
    {
      method: 'post',
      path: '/voices/sample-run',
      summary: 'Create the samples of all matching voices without one, in the background',
      description: 'One run at a time. Without a matching voice the answer has no run.',
      access: 'admin',
      body: startSampleRunBodySchema,
      answer: sampleRunAnswerSchema,
      errors: ['conflict', 'rate_limited', 'database_unavailable'],
    },
    async ({ deps, user, ip, body }) => ({ run: await startSampleRun(deps, { user, ip }, body) }),
  ),
  changeRoute('pause', 'Pause the creation of samples after the present voice'),
  changeRoute('resume', 'Go on with a paused creation of samples'),
  changeRoute('stop', 'Stop the creation of samples; those that were created stay'),
];
