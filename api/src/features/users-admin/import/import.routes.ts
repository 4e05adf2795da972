import { USERS_IMPORT_BYTES_MAX, userImportHttp } from '@belfry/schemas/http/users/import';
import { serveWith } from '../../../http/routes/route.ts';
import { canGrantRole } from '../../../policies/accounts.ts';
import type { UsersAdminDeps } from '../deps.ts';
import { importPeople } from './import-people.service.ts';

const serve = serveWith<UsersAdminDeps>();

export const importRoutes = [
  serve(
    userImportHttp.importPeople,
    { access: 'admin', policy: canGrantRole, ownKeyOnly: true, bodyLimit: USERS_IMPORT_BYTES_MAX },
    ({ deps, user, ip, policy, query, body }) => importPeople(deps, { user, ip }, policy, { text: body, query }),
  ),
];
