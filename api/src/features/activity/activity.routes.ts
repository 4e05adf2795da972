import { activityHttp } from '@belfry/schemas/http/activity/activity';
import { needsHttp } from '@belfry/schemas/http/activity/needs';
import {
  emergencyTargets,
  readableAlarms,
  readableAnnouncements,
  readableCommandRuns,
  readableNodes,
  speechTargets,
} from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { readableAudit } from '../audit/index.ts';
import { readActivity } from './activity.service.ts';
import { countNeeds } from './needs.ts';

/** Those of the lists of each kind. */
const POLICIES = {
  announcements: readableAnnouncements,
  names: readableNodes,
  alarms: readableAlarms,
  audit: readableAudit,
  commands: readableCommandRuns,
  speak: speechTargets,
  emergency: emergencyTargets,
};
export type ActivityPolicies = typeof POLICIES;

export const activityRoutes = [
  serve(needsHttp.count, { access: 'signed-in', policy: POLICIES }, async ({ deps, user, policy }) => ({
    needs: await deps.long.read(user.id, ({ db }) => countNeeds(db, { user, policies: policy })),
  })),
  serve(activityHttp.list, { access: 'signed-in', policy: POLICIES }, ({ deps, user, policy, query }) =>
    deps.long.read(user.id, ({ db }) => readActivity(db, { user, policies: policy }, query)),
  ),
];
