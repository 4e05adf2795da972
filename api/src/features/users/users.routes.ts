import { profileSchema, updateProfileAnswerSchema, updateProfileBodySchema } from '@belfry/schemas/http/auth';
import { keyOf } from '../../http/guard.ts';
import { route } from '../../http/route.ts';
import { readProfile, updateProfile } from './users.service.ts';

export const usersRoutes = [
  route(
    {
      method: 'get',
      path: '/users/info',
      summary: 'The signed-in person',
      access: 'signed-in',
      answer: profileSchema,
    },
    ({ deps, user, req }) => readProfile(deps.db, user, keyOf(req)),
  ),
  route(
    {
      method: 'put',
      path: '/users/update',
      summary: 'Change one’s own profile; what is absent stays',
      access: 'signed-in',
      body: updateProfileBodySchema,
      answer: updateProfileAnswerSchema,
      errors: ['unprocessable'],
    },
    async ({ deps, user, body, req }) => ({
      success: true as const,
      message: 'Profile updated successfully!',
      user: await updateProfile(deps, user, keyOf(req), body),
    }),
  ),
];
