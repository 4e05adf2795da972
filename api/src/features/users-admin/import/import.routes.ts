import {
  USERS_IMPORT_BYTES_MAX,
  usersImportAnswerSchema,
  usersImportQuerySchema,
} from '@belfry/schemas/http/users/import';
import { z } from 'zod';
import { routeWith } from '../../../http/routes/route.ts';
import { canGrantRole } from '../../../policies/accounts.ts';
import type { UsersAdminDeps } from '../deps.ts';
import { importPeople } from './import-people.service.ts';

const route = routeWith<UsersAdminDeps>();

export const importRoutes = [
  route(
    {
      method: 'post',
      path: '/admin/users/import',
      summary: 'Add people from CSV, whose mails count as confirmed; each gets a mail about it',
      description:
        'Columns: name, email, phone, role (user unless given), lang (en unless given). Their passwords are set by “Forgot Password?”. ' +
        'A mail or phone that has an account already is an error of its line.',
      access: 'admin',
      policy: canGrantRole,
      ownKeyOnly: true,
      query: usersImportQuerySchema,
      body: z.string(),
      bodyType: 'text/csv',
      bodyLimit: USERS_IMPORT_BYTES_MAX,
      answer: usersImportAnswerSchema,
      errors: ['unprocessable', 'user_exists', 'rate_limited'],
    },
    ({ deps, user, ip, policy, query, body }) => importPeople(deps, { user, ip }, policy, { text: body, query }),
  ),
];
