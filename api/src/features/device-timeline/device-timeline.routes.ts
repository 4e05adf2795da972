import { timelineHttp } from '@belfry/schemas/http/devices/timeline';
import { serveWith } from '../../http/routes/route.ts';
import { canReadDevice } from '../../policies/devices.ts';
import type { DeviceTimelineDeps } from './deps.ts';
import { readTimeline } from './device-timeline.service.ts';

const serve = serveWith<DeviceTimelineDeps>();

export const deviceTimelineRoutes = [
  serve(timelineHttp.read, { access: 'signed-in', policy: canReadDevice }, ({ deps, user, policy, params, query }) =>
    readTimeline({ deps, user, policy, ...params, ...query }),
  ),
];
