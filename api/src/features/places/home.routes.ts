import { homeHttp } from '@belfry/schemas/http/places/home';
import { readableNodes, readableSchedules } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { findHome, listRegions } from './home.repository.ts';

const DAYS_BACK_MS = 2 * 86_400_000;

export const homeRoutes = [
  serve(homeHttp.head, { access: 'signed-in', policy: readableNodes }, ({ deps, user, policy }) =>
    deps.long.read(user.id, ({ db }) => findHome(db, policy(user))),
  ),
  serve(
    homeHttp.regions,
    { access: 'signed-in', policy: { nodes: readableNodes, texts: readableSchedules } },
    ({ deps, user, policy, query: { since } }) => {
      const from = new Date(Math.max(Date.parse(since), Date.now() - DAYS_BACK_MS));
      return deps.long.read(user.id, ({ db }) =>
        listRegions(db, { nodes: policy.nodes(user), texts: policy.texts(user) }, from),
      );
    },
  ),
];
