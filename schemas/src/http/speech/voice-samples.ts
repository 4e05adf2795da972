import { endpoint } from '../endpoint.ts';
import {
  sampleUrlAnswerSchema,
  voiceParamsSchema,
  sampleAudioSchema,
  sampleAnswerSchema,
  resetAnswerSchema,
  doneAnswerSchema,
} from './voices.ts';

/** Two paths of one call; clients use either. */
const urlAt = <const P extends `/voices/${string}`>(path: P) =>
  endpoint({
    method: 'get',
    path,
    summary: 'The URL of a voice’s sample; a missing one is created',
    description: 'If the synthesis takes longer, the URL answers 404 for a short time.',
    params: voiceParamsSchema,
    answer: sampleUrlAnswerSchema,
    errors: ['not_found', 'rate_limited', 'speech_unavailable', 'files_unavailable'],
  });

export const voiceSamplesHttp = {
  audio: endpoint({
    method: 'get',
    path: '/audio/samples/{voice_name}.mp3',
    summary: 'A voice’s sample, if it exists',
    params: voiceParamsSchema,
    answer: sampleAudioSchema,
    errors: ['not_found', 'files_unavailable'],
  }),
  proxy: endpoint({
    method: 'get',
    path: '/voices/sample-proxy/{voice_name}',
    summary: 'A voice’s sample; a missing one is created',
    params: voiceParamsSchema,
    answer: sampleAudioSchema,
    errors: ['not_found', 'rate_limited', 'speech_unavailable', 'files_unavailable'],
  }),
  request: endpoint({
    method: 'get',
    path: '/users/voice/{voice_name}',
    summary: 'Create a voice’s sample in the background',
    params: voiceParamsSchema,
    answer: sampleAnswerSchema,
    errors: ['not_found'],
  }),
  reset: endpoint({
    method: 'get',
    path: '/voices/voices/reset_samples',
    summary: 'Delete every sample',
    answer: resetAnswerSchema,
    errors: ['conflict'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/voices/voice/{voice_name}',
    summary: 'Delete a voice’s sample',
    params: voiceParamsSchema,
    answer: doneAnswerSchema,
    errors: ['not_found'],
  }),
  url: urlAt('/voices/sample-url/{voice_name}'),
  urlOfVoice: urlAt('/voices/voice/sample/{voice_name}'),
};
