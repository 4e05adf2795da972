import { whereHttp } from '@belfry/schemas/http/places/where';
import {
  editableNodes,
  emergencyTargets,
  managedNodes,
  operableDevices,
  plannedPlaces,
  readableGroups,
  readableNodes,
  speechTargets,
} from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { countTargets, findByText, findLevel, findNamed } from './where.repository.ts';

const RIGHTS = {
  read: readableNodes,
  speak: speechTargets,
  emergency: emergencyTargets,
  plan: plannedPlaces,
  operate: operableDevices,
  'edit-tree': editableNodes,
  members: managedNodes,
} as const;

const NOT_COUNTED = { places: null, loudspeakers: null, online: null };

export const whereRoutes = [
  serve(
    whereHttp.find,
    { access: 'signed-in', policy: RIGHTS, audit: 'none: it reads' },
    ({ deps, user, policy, body: { right, user_id: organisationId, text, targets, ...level } }) =>
      deps.long.read(user.id, async ({ db }) => {
        const places = policy[right](user);
        const owners = { places, names: policy.read(user), groups: readableGroups(user), organisationId };
        if (targets !== undefined)
          return { ...(await findNamed(db, owners, targets)), ...(await countTargets(db, owners, targets)) };
        const matches = text === undefined || text === '' ? findLevel(db, owners, level) : findByText(db, owners, text);
        return { ...(await matches), ...NOT_COUNTED };
      }),
  ),
];
