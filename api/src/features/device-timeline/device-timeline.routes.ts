import { timelineHttp } from '@belfry/schemas/http/devices/timeline';
import { canReadDevice } from '../../policies/devices.ts';
import { readTimeline } from './device-timeline.service.ts';
import { serve } from '../../serve.ts';

export const deviceTimelineRoutes = [
  serve(timelineHttp.read, { access: 'signed-in', policy: canReadDevice }, ({ deps, user, policy, params, query }) =>
    readTimeline({ deps, user, policy, ...params, ...query }),
  ),
];
