import { endpoint } from '../endpoint.ts';
import { audioParamsSchema, audioContentSchema, audioLinkSchema, audioLinkQuerySchema } from './audio.ts';

export const audioContentHttp = {
  download: endpoint({
    method: 'get',
    path: '/audio/{sha256}',
    summary: 'The content of an audio file, also in ranges',
    description:
      'For devices with HTTP Basic (serial and device key): the audio of their owner. For people: their own, and that of organisations whose texts they read; for administrators: that of the people whom they see.',
    params: audioParamsSchema,
    answer: audioContentSchema,
    errors: ['not_found', 'rate_limited', 'files_unavailable'],
  }),
  createLink: endpoint({
    method: 'post',
    path: '/audio/{sha256}/link',
    summary: 'An address that plays a file for some minutes without credentials',
    description: 'For audio elements, which send no key.',
    params: audioParamsSchema,
    answer: audioLinkSchema,
    errors: ['not_found', 'rate_limited', 'files_unavailable'],
  }),
  openLink: endpoint({
    method: 'get',
    path: '/audio/{sha256}/content',
    summary: 'The content of an audio file by such an address, also in ranges',
    params: audioParamsSchema,
    query: audioLinkQuerySchema,
    answer: audioContentSchema,
    errors: ['not_found', 'rate_limited', 'files_unavailable'],
  }),
};
