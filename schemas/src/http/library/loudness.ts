import { loudnessTargetsSchema } from '../../domain/loudness.ts';
import { endpoint } from '../endpoint.ts';

export const loudnessHttp = {
  readTargets: endpoint({
    method: 'get',
    path: '/organisation/loudness',
    summary: 'The loudness of announcements and music in the organisation of the caller',
    answer: loudnessTargetsSchema,
  }),
  changeTargets: endpoint({
    method: 'put',
    path: '/organisation/loudness',
    summary: 'Change the loudness of announcements and music in the organisation of the caller',
    description: 'The programmes of all devices follow.',
    body: loudnessTargetsSchema,
    answer: loudnessTargetsSchema,
    errors: ['forbidden', 'rate_limited'],
  }),
};
