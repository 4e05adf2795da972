import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { pageOf } from '../../http/routes/paging.ts';
import { Reply } from '../../http/routes/route.ts';
import { canReadAccount } from '../../policies/accounts.ts';
import { listAllUsers, listUsers, readUser } from './users-admin.service.ts';
import { serve } from '../../serve.ts';

export const readingRoutes = [
  serve(usersAdminHttp.read, { access: 'signed-in', policy: canReadAccount }, ({ deps, user, policy, body }) =>
    readUser(deps.db, user, policy, body.user_id),
  ),
  serve(usersAdminHttp.list, { access: 'admin' }, async ({ deps, user, query }) => {
    const page = pageOf(query);
    if (!page) return Reply.json(await listAllUsers(deps, user, query));
    const { counts, users } = await listUsers(deps, user, query, page);
    const { matching, total } = counts;
    return Reply.of(users, {
      headers: { 'X-Total-Count': String(matching), 'X-Unfiltered-Count': String(total) },
    });
  }),
];
