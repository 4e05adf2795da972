import {
  doneAnswerSchema,
  resetAnswerSchema,
  sampleAnswerSchema,
  sampleAudioSchema,
  sampleUrlAnswerSchema,
  voiceParamsSchema,
} from '@belfry/schemas/http/announcements/voices';
import { notFound } from '../../errors.ts';
import { Reply, routeWith, type Route } from '../../http/routes/route.ts';
import { canEditVoice, canReadVoice } from '../../policies/voices.ts';
import type { VoiceSamplesDeps } from './deps.ts';
import { sampleRunRoutes } from './sample-run.routes.ts';
import {
  deleteSample,
  provideSample,
  requestSample,
  resetSamples,
  sampleFile,
  sampleUrlOf,
} from './voice-samples.service.ts';

const route = routeWith<VoiceSamplesDeps>();

/** Samples are revalidated with each request, because they may be deleted. */
const REVALIDATE = { 'Cache-Control': 'no-cache' };

const sampleUrl = (path: '/voices/sample-url/{voice_name}' | '/voices/voice/sample/{voice_name}'): Route =>
  route(
    {
      method: 'get',
      path,
      summary: 'The URL of a voice’s sample; a missing one is created',
      description: 'If the synthesis takes longer, the URL answers 404 for a short time.',
      access: 'signed-in',
      policy: canReadVoice,
      params: voiceParamsSchema,
      answer: sampleUrlAnswerSchema,
      errors: ['not_found', 'rate_limited', 'speech_unavailable', 'files_unavailable'],
    },
    async ({ deps, user, policy, params }) => {
      await provideSample(deps, user, policy, params.voice_name);
      return { sample_url: sampleUrlOf(params.voice_name) };
    },
  );

/** At the root and below `/api`. Public, because an `<audio>` element sends no key, and a sample is not secret. */
export const sampleAudioRoutes = [
  route(
    {
      method: 'get',
      path: '/audio/samples/{voice_name}.mp3',
      summary: 'A voice’s sample, if it exists',
      access: 'public',
      params: voiceParamsSchema,
      answer: sampleAudioSchema,
      errors: ['not_found', 'files_unavailable'],
    },
    async ({ deps: { samples }, params }) => {
      if (!(await samples.has(params.voice_name))) throw notFound('This voice has no sample yet');
      return Reply.stored(samples.store, samples.nameOf(params.voice_name), { headers: REVALIDATE });
    },
  ),
];

export const voiceSamplesRoutes = [
  ...sampleRunRoutes,
  ...sampleAudioRoutes,
  sampleUrl('/voices/sample-url/{voice_name}'),
  sampleUrl('/voices/voice/sample/{voice_name}'),
  route(
    {
      method: 'get',
      path: '/voices/sample-proxy/{voice_name}',
      summary: 'A voice’s sample; a missing one is created',
      access: 'signed-in',
      policy: canReadVoice,
      params: voiceParamsSchema,
      answer: sampleAudioSchema,
      errors: ['not_found', 'rate_limited', 'speech_unavailable', 'files_unavailable'],
    },
    async ({ deps, user, policy, params }) => {
      await sampleFile(deps, user, policy, params.voice_name);
      const { store, nameOf } = deps.samples;
      return Reply.stored(store, nameOf(params.voice_name), { headers: REVALIDATE });
    },
  ),
  route(
    {
      method: 'get',
      path: '/users/voice/{voice_name}',
      summary: 'Create a voice’s sample in the background',
      access: 'admin',
      policy: canEditVoice,
      params: voiceParamsSchema,
      answer: sampleAnswerSchema,
      errors: ['not_found'],
    },
    ({ deps, user, policy, params, ip }) => requestSample(deps, { user, ip }, policy, params.voice_name),
  ),
  route(
    {
      method: 'get',
      path: '/voices/voices/reset_samples',
      summary: 'Delete every sample',
      access: 'admin',
      answer: resetAnswerSchema,
      errors: ['conflict'],
    },
    async ({ deps, user, ip }) => ({ success: true as const, deleted: await resetSamples(deps, { user, ip }) }),
  ),
  route(
    {
      method: 'delete',
      path: '/voices/voice/{voice_name}',
      summary: 'Delete a voice’s sample',
      access: 'admin',
      policy: canEditVoice,
      params: voiceParamsSchema,
      answer: doneAnswerSchema,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, params, ip }) => {
      await deleteSample(deps, { user, ip }, policy, params.voice_name);
      return { success: true as const };
    },
  ),
];
