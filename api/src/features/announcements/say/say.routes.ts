import { Reply } from '../../../http/routes/route.ts';
import { speechTargets } from '../../../policies/announcements.ts';
import { previewSpeech } from './preview.service.ts';
import { say } from './say.service.ts';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { serve } from '../../../serve.ts';

/** Lists of 1,000 serials twice, and a text. */
const BODY_BYTES = 200_000;

export const sayRoutes = [
  serve(
    sayHttp.say,
    { access: 'signed-in', policy: speechTargets, bodyLimit: BODY_BYTES },
    async ({ deps, user, policy, body, ip }) => Reply.of(await say(deps, { user, ip }, policy, body), { status: 202 }),
  ),
  serve(
    sayHttp.preview,
    { access: 'signed-in', policy: speechTargets, bodyLimit: BODY_BYTES },
    ({ deps, user, policy, body }) => previewSpeech(deps, user, policy, body),
  ),
];
