import { Reply } from '../../../http/routes/route.ts';
import { canApproveDevices } from '../../../policies/devices.ts';
import { enroll, registerDevice } from './enrolment.service.ts';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { serve } from '../../../serve.ts';

export const enrolmentRoutes = [
  serve(enrolmentHttp.enrol, { access: 'public' }, ({ deps, body, ip }) => enroll(deps, body, ip)),
  serve(
    enrolmentHttp.register,
    { access: 'signed-in', policy: canApproveDevices },
    async ({ deps, body, user, ip, policy }) => {
      const outcome = await registerDevice(deps, { user, ip }, policy, body);
      if ('claim' in outcome) return Reply.of(outcome.claim, { status: 202 });
      return Reply.of(outcome.device, { status: outcome.created ? 201 : 200 });
    },
  ),
];
