import { profileSchema, updateProfileAnswerSchema, updateProfileBodySchema } from '@belfry/schemas/http/users/users';
import { keyOf } from '../../http/routes/guard.ts';
import { routeWith } from '../../http/routes/route.ts';
import { auditImpersonation } from '../audit/index.ts';
import type { UsersDeps } from './deps.ts';
import { readProfile, updateProfile } from './users.service.ts';

const route = routeWith<UsersDeps>();

export const usersRoutes = [
  route(
    {
      method: 'get',
      path: '/users/info',
      summary: 'The signed-in user',
      access: 'signed-in',
      answer: profileSchema,
    },
    ({ deps, user, req }) => readProfile(deps.db, user, keyOf(req)),
  ),
  route(
    {
      method: 'put',
      path: '/users/update',
      summary: 'Change the profile of the user; absent fields stay',
      access: 'signed-in',
      body: updateProfileBodySchema,
      answer: updateProfileAnswerSchema,
      errors: ['unprocessable', 'edit_conflict'],
    },
    async ({ deps, user, body, ip, req }) => {
      const profile = await updateProfile(deps, user, keyOf(req), body);
      const entry = { action: 'user.update-profile', object_kind: 'user', object_id: user.id } as const;
      await auditImpersonation(deps.db, { user, ip }, { ...entry, details: body });
      return { success: true as const, message: 'Profile updated successfully!', user: profile };
    },
  ),
];
