import { profileSchema } from '@belfry/schemas/http/auth';
import { keyOf } from '../../http/guard.ts';
import { route } from '../../http/route.ts';
import { readProfile } from './users.service.ts';

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
];
