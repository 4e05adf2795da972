import { mapHttp } from '@belfry/schemas/http/map/map';
import { Reply } from '../../http/routes/route.ts';
import { canReadNode, readableNodes } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { findPermittedCompany } from '../companies/index.ts';
import { readMapJson } from './map.repository.ts';

export const mapRoutes = [
  serve(
    mapHttp.map,
    { access: 'signed-in', policy: { node: canReadNode, nodes: readableNodes } },
    async ({ deps, user, policy, query: { company_id, box } }) => {
      if (company_id !== undefined) await findPermittedCompany(deps.db, user, company_id, policy.node);
      const reader = { owners: policy.nodes(user), within: company_id, box };
      return Reply.json(await deps.long.read(user.id, ({ db }) => readMapJson(db, reader)));
    },
  ),
];
