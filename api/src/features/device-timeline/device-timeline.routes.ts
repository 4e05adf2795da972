import { serialParamsSchema } from '@belfry/schemas/http/commands/commands';
import { timelineQuerySchema, timelineSchema } from '@belfry/schemas/http/devices/timeline';
import { routeWith } from '../../http/routes/route.ts';
import { canReadDevice } from '../../policies/devices.ts';
import type { DeviceTimelineDeps } from './deps.ts';
import { readTimeline } from './device-timeline.service.ts';

const route = routeWith<DeviceTimelineDeps>();

export const deviceTimelineRoutes = [
  route(
    {
      method: 'get',
      path: '/devices/{serial}/timeline',
      summary: 'What happened to a device, the newest first',
      description:
        'Connections, commands, announcements, configurations, versions, owners, bindings and audited acts; see DEV-60.',
      access: 'signed-in',
      policy: canReadDevice,
      params: serialParamsSchema,
      query: timelineQuerySchema,
      answer: timelineSchema,
      errors: ['device_not_found'],
    },
    ({ deps, user, policy, params, query }) => readTimeline({ deps, user, policy, ...params, ...query }),
  ),
];
