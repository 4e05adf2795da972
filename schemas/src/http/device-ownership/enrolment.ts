import { endpoint } from '../endpoint.ts';
import { enrollBodySchema, deviceKeyAnswerSchema, registerDeviceBodySchema, deviceSchema } from '../devices/devices.ts';
import { z } from 'zod';
import { deviceClaimSchema } from './approvals.ts';

export const enrolmentHttp = {
  enrol: endpoint({
    method: 'post',
    path: '/devices/enroll',
    summary: 'A device fetches its key with its pass, once',
    body: enrollBodySchema,
    answer: deviceKeyAnswerSchema,
    errors: ['wrong_pass', 'already_enrolled', 'mode_forbids', 'rate_limited'],
  }),
  register: endpoint({
    method: 'post',
    path: '/devices/user/register',
    summary: 'Become the owner of a device',
    description:
      'A known serial needs its pass and no other owner; an unknown one with a pass is made in mode wait (201). ' +
      'A device without a pass is claimed, and waits for the approval of an administrator (202).',
    body: registerDeviceBodySchema,
    answer: z.union([deviceSchema, deviceClaimSchema]),
    errors: ['device_owned', 'mode_forbids', 'rate_limited', 'unprocessable'],
  }),
};
