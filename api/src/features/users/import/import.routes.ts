import { USERS_IMPORT_BYTES_MAX, userImportHttp } from '@belfry/schemas/http/users/import';
import { canGrantRole } from '../../../policies/accounts.ts';
import { importPeople } from './import-people.service.ts';
import { serve } from '../../../serve.ts';

export const importRoutes = [
  serve(
    userImportHttp.importPeople,
    { access: 'admin', policy: canGrantRole, ownKeyOnly: true, bodyLimit: USERS_IMPORT_BYTES_MAX },
    ({ deps, user, ip, policy, query, body }) => importPeople(deps, { user, ip }, policy, { text: body, query }),
  ),
];
