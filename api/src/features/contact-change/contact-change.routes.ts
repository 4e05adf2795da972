import { changeContactBodySchema, confirmContactBodySchema } from '@belfry/schemas/http/accounts/contact-change';
import { messageAnswerSchema } from '@belfry/schemas/http/message-answer';
import type { CoreDeps } from '../../deps.ts';
import { routeWith } from '../../http/routes/route.ts';
import { changeContact, confirmContact } from './contact-change.service.ts';

const route = routeWith<CoreDeps>();

export const contactChangeRoutes = [
  route(
    {
      method: 'post',
      path: '/users/contact',
      summary: 'Send a code to the new mail or phone of the user',
      access: 'signed-in',
      policy: 'own',
      ownKeyOnly: true,
      body: changeContactBodySchema,
      answer: messageAnswerSchema,
      errors: ['wrong_password', 'user_exists', 'rate_limited'],
    },
    ({ deps, user, ip, body }) => changeContact(deps, { user, ip }, body),
  ),
  route(
    {
      method: 'post',
      path: '/users/contact/confirm',
      summary: 'Change the mail or phone of the user by the code that was sent to it; the old one gets a notice',
      access: 'signed-in',
      policy: 'own',
      ownKeyOnly: true,
      body: confirmContactBodySchema,
      answer: messageAnswerSchema,
      errors: ['wrong_code', 'code_expired', 'code_locked', 'user_exists'],
    },
    ({ deps, user, ip, body }) => confirmContact(deps, { user, ip }, body),
  ),
];
