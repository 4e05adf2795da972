import { nextRingsHttp } from '@belfry/schemas/http/schedules/next-rings';
import { readableSchedules } from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { listNextRings } from './next-rings.repository.ts';

export const nextRingsRoutes = [
  serve(nextRingsHttp.list, { access: 'signed-in', policy: readableSchedules }, ({ deps, user, policy }) =>
    deps.long.read(user.id, ({ db }) => listNextRings(db, policy(user))),
  ),
];
