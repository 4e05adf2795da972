import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { Reply } from '../../http/routes/route.ts';
import { canReadNode, readableNodes } from '../../policies/owners.ts';
import { searchCompanies } from './company-search.sql.ts';
import { listMainCompanies, readEffectiveSettings, readInfo, readTree } from './companies.service.ts';
import { serve } from '../../serve.ts';

export const readingRoutes = [
  serve(companiesHttp.search, { access: 'signed-in', policy: readableNodes }, ({ deps, user, policy, query }) =>
    deps.long.read(user.id, ({ db }) => searchCompanies(db, query, policy(user))),
  ),
  serve(companiesHttp.listMain, { access: 'signed-in', policy: canReadNode }, ({ deps, user, policy, query }) =>
    listMainCompanies(deps, user, policy, query.user_id),
  ),
  serve(companiesHttp.tree, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, body }) =>
    Reply.json(await readTree(deps, user, policy, body.company_id)),
  ),
  serve(companiesHttp.info, { access: 'signed-in', policy: canReadNode }, ({ deps, user, policy, body }) =>
    readInfo(deps, user, policy, body.company_id),
  ),
  serve(
    companiesHttp.effectiveSettings,
    { access: 'signed-in', policy: canReadNode },
    ({ deps, user, policy, params }) => readEffectiveSettings(deps, user, policy, params.company_id),
  ),
];
