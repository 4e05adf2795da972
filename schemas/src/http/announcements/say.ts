import { endpoint } from '../endpoint.ts';
import { sayBodySchema, sayAnswerSchema, sayPreviewSchema } from './announcements.ts';

export const sayHttp = {
  say: endpoint({
    method: 'post',
    path: '/announcements/say',
    summary: 'Say a text, a message or audio at these places now',
    description:
      'Each place hears it in its own language and voice; see ANN-2. The answer comes before the devices have played it: the ' +
      'run lists their receipts. People reach their own devices, members those at places of one organisation at a time, ' +
      'administrators those of the people whom they see.',
    body: sayBodySchema,
    answer: sayAnswerSchema,
    status: 202,
    errors: ['forbidden', 'not_found', 'unprocessable', 'rate_limited'],
  }),
  preview: endpoint({
    method: 'post',
    path: '/announcements/preview',
    summary: 'Who would hear it, in which language and voice, and who would not',
    body: sayBodySchema,
    answer: sayPreviewSchema,
    errors: ['forbidden', 'not_found', 'unprocessable'],
  }),
};
