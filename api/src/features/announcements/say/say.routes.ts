import { sayAnswerSchema, sayBodySchema, sayPreviewSchema } from '@belfry/schemas/http/announcements/announcements';
import { Reply, routeWith } from '../../../http/routes/route.ts';
import { speechTargets } from '../../../policies/announcements.ts';
import type { AnnouncementsDeps } from '../deps.ts';
import { previewSpeech } from './preview.service.ts';
import { say } from './say.service.ts';

const route = routeWith<AnnouncementsDeps>();

/** Lists of 1,000 serials twice, and a text. */
const BODY_BYTES = 200_000;

export const sayRoutes = [
  route(
    {
      method: 'post',
      path: '/announcements/say',
      summary: 'Say a text or a message at these places now',
      description:
        'Each place hears it in its own language and voice; see ANN-2. The answer comes before the devices have played it: the ' +
        'run lists their receipts. People reach their own devices, administrators those of the people whom they see.',
      access: 'signed-in',
      policy: speechTargets,
      body: sayBodySchema,
      bodyLimit: BODY_BYTES,
      answer: sayAnswerSchema,
      status: 202,
      errors: ['not_found', 'unprocessable', 'rate_limited'],
    },
    async ({ deps, user, policy, body, ip }) => Reply.of(await say(deps, { user, ip }, policy, body), { status: 202 }),
  ),
  route(
    {
      method: 'post',
      path: '/announcements/preview',
      summary: 'Who would hear it, in which language and voice, and who would not',
      access: 'signed-in',
      policy: speechTargets,
      body: sayBodySchema,
      bodyLimit: BODY_BYTES,
      answer: sayPreviewSchema,
      errors: ['not_found', 'unprocessable'],
    },
    ({ deps, user, policy, body }) => previewSpeech(deps, user, policy, body),
  ),
];
