import { deviceClaimSchema } from '@belfry/schemas/http/devices/approvals';
import {
  deviceKeyAnswerSchema,
  deviceSchema,
  enrollBodySchema,
  registerDeviceBodySchema,
} from '@belfry/schemas/http/devices/devices';
import { z } from 'zod';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canApproveDevices } from '../../policies/devices.ts';
import type { DeviceEnrolmentDeps } from './deps.ts';
import { enroll, registerDevice } from './enrolment.service.ts';

const route = routeWith<DeviceEnrolmentDeps>();

export const enrolmentRoutes = [
  route(
    {
      method: 'post',
      path: '/devices/enroll',
      summary: 'A device fetches its key with its pass, once',
      access: 'public',
      body: enrollBodySchema,
      answer: deviceKeyAnswerSchema,
      errors: ['wrong_pass', 'already_enrolled', 'mode_forbids', 'rate_limited'],
    },
    ({ deps, body, ip }) => enroll(deps, body, ip),
  ),
  route(
    {
      method: 'post',
      path: '/devices/user/register',
      summary: 'Become the owner of a device',
      description:
        'A known serial needs its pass and no other owner; an unknown one with a pass is made in mode wait (201). ' +
        'A device without a pass is claimed, and waits for the approval of an administrator (202).',
      access: 'signed-in',
      policy: canApproveDevices,
      body: registerDeviceBodySchema,
      answer: z.union([deviceSchema, deviceClaimSchema]),
      errors: ['device_owned', 'mode_forbids', 'rate_limited', 'unprocessable'],
    },
    async ({ deps, body, user, ip, policy }) => {
      const outcome = await registerDevice(deps, { user, ip }, policy, body);
      if ('claim' in outcome) return Reply.of(outcome.claim, { status: 202 });
      return Reply.of(outcome.device, { status: outcome.created ? 201 : 200 });
    },
  ),
];
