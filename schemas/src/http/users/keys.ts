import { endpoint } from '../endpoint.ts';
import { userInfoBodySchema, updatedKeySchema, impersonationSchema } from './admin.ts';
import { messageAnswerSchema } from '../message-answer.ts';

export const userKeysHttp = {
  resetTwoFactor: endpoint({
    method: 'post',
    path: '/admin/user/two-factor/reset',
    summary: 'Turn off two-factor sign-in of a user who has lost the second factor; they are signed out and get a mail',
    description: 'Only roots turn off that of administrators.',
    body: userInfoBodySchema,
    answer: messageAnswerSchema,
    errors: ['user_not_found', 'conflict'],
  }),
  updateKey: endpoint({
    method: 'post',
    path: '/admin/user/update_key',
    summary: 'A new key for a user, which only this answer contains; all others are revoked',
    body: userInfoBodySchema,
    answer: updatedKeySchema,
    errors: ['user_not_found'],
  }),
  impersonate: endpoint({
    method: 'post',
    path: '/admin/user/impersonate',
    summary: 'A key with which the administrator works as a user for an hour',
    body: userInfoBodySchema,
    answer: impersonationSchema,
    errors: ['user_not_found', 'conflict'],
  }),
};
