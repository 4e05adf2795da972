import { activityHttp } from '@belfry/schemas/http/activity/activity';
import { needsHttp } from '@belfry/schemas/http/activity/needs';
import { serve } from '../../serve.ts';
import { readActivity } from './activity.service.ts';
import { countNeeds } from './needs.ts';
import { ACTIVITY_POLICIES } from './sources.ts';

export const activityRoutes = [
  serve(needsHttp.count, { access: 'signed-in', policy: ACTIVITY_POLICIES }, ({ deps, user, policy }) =>
    deps.long.read(user.id, ({ db }) => countNeeds(db, { user, policies: policy })),
  ),
  serve(activityHttp.list, { access: 'signed-in', policy: ACTIVITY_POLICIES }, ({ deps, user, policy, query }) =>
    deps.long.read(user.id, ({ db }) => readActivity(db, { user, policies: policy }, query)),
  ),
];
