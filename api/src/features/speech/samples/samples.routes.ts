import { sampleRunsHttp } from '@belfry/schemas/http/speech/sample-runs';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { notFound } from '../../../errors.ts';
import { Reply, type Route } from '../../../http/routes/route.ts';
import { canEditVoice, canReadVoice } from '../../../policies/devices.ts';
import { serve } from '../../../serve.ts';
import { sampleUrlOf } from '../voices/index.ts';
import type { SampleRunChange } from './sample-runs.repository.ts';
import { readSampleRun, startSampleRun, changeSampleRun } from './sample-runs.service.ts';
import { deleteSample, provideSample, requestSample, resetSamples, sampleFile } from './voice-samples.service.ts';

/** Samples are revalidated with each request, because they may be deleted. */
const REVALIDATE = { 'Cache-Control': 'no-cache' };

const sampleUrl = (called: typeof voiceSamplesHttp.url | typeof voiceSamplesHttp.urlOfVoice): Route =>
  serve(called, { access: 'signed-in', policy: canReadVoice }, async ({ deps, user, policy, params }) => {
    await provideSample(deps, user, policy, params.voice_name);
    return { sample_url: sampleUrlOf(params.voice_name) };
  });

/** At the root and below `/api`. Public, because an `<audio>` element sends no key, and a sample is not secret. */
export const sampleAudioRoutes = [
  serve(voiceSamplesHttp.audio, { access: 'public' }, async ({ deps: { samples }, params }) => {
    if (!(await samples.has(params.voice_name))) throw notFound('This voice has no sample yet');
    return Reply.stored(samples.store, samples.nameOf(params.voice_name), { headers: REVALIDATE });
  }),
];

const changeRoute = (change: SampleRunChange) =>
  serve(sampleRunsHttp[change], { access: 'admin', audit: 'service' }, async ({ deps, user, ip }) => ({
    run: await changeSampleRun(deps, { user, ip }, change),
  }));

const sampleRunRoutes = [
  serve(sampleRunsHttp.read, { access: 'admin' }, async ({ deps }) => ({ run: await readSampleRun(deps) })),
  serve(sampleRunsHttp.start, { access: 'admin', audit: 'service' }, async ({ deps, user, ip, body }) => ({
    run: await startSampleRun(deps, { user, ip }, body),
  })),
  changeRoute('pause'),
  changeRoute('resume'),
  changeRoute('stop'),
];

export const voiceSamplesRoutes = [
  ...sampleRunRoutes,
  ...sampleAudioRoutes,
  sampleUrl(voiceSamplesHttp.url),
  sampleUrl(voiceSamplesHttp.urlOfVoice),
  serve(
    voiceSamplesHttp.proxy,
    { access: 'signed-in', policy: canReadVoice },
    async ({ deps, user, policy, params }) => {
      await sampleFile(deps, user, policy, params.voice_name);
      const { store, nameOf } = deps.samples;
      return Reply.stored(store, nameOf(params.voice_name), { headers: REVALIDATE });
    },
  ),
  serve(voiceSamplesHttp.request, { access: 'admin', policy: canEditVoice }, ({ deps, user, policy, params, ip }) =>
    requestSample(deps, { user, ip }, policy, params.voice_name),
  ),
  serve(voiceSamplesHttp.reset, { access: 'admin' }, async ({ deps, user, ip }) => ({
    success: true as const,
    deleted: await resetSamples(deps, { user, ip }),
  })),
  serve(
    voiceSamplesHttp.remove,
    { access: 'admin', policy: canEditVoice, audit: 'service' },
    async ({ deps, user, policy, params, ip }) => {
      await deleteSample(deps, { user, ip }, policy, params.voice_name);
      return { success: true as const };
    },
  ),
];
