import { programmeHttp } from '@belfry/schemas/http/schedules/programme';
import { AppError, deviceNotFound, notFound } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../../http/routes/route.ts';
import { isMemberOf } from '../../../people/own-work.ts';
import { devicePermits, nodePermits, ownerPermits } from '../../../people/owner-access.ts';
import { canReadDevice } from '../../../policies/devices.ts';
import { canReadSchedule } from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { findDeviceBySerial } from '../../devices/index.ts';
import { announceNow, findBody } from './delivery.repository.ts';

/** The limit per device, which fetches each version once; see SCHED-11. */
const FETCHES = { hits: 60, windowSeconds: 60 };

export const programmesRoutes = [
  serve(programmeHttp.ownProgramme, { access: 'device-or-admin', policy: 'own' }, async ({ deps, device, req }) => {
    if (!device) throw notFound('Only devices have a programme');
    await countAttempt(deps, [{ key: `programme:${device.device_id}`, ...FETCHES }]);
    const { body, sha256, waits } = (await findBody(deps.db, device.device_id)) ?? throwMissing();
    if (waits) await announceNow(deps.db, device.device_id);
    const etag = `"${sha256}"`;
    const isCurrent = (req.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag);
    return Reply.json(body, {
      headers: { ETag: etag, 'Cache-Control': 'private, no-cache' },
      ...(isCurrent && { status: 304 }),
    });
  }),
  serve(
    programmeHttp.read,
    { access: 'signed-in', policy: { device: canReadDevice, schedule: canReadSchedule } },
    async ({ deps, user, policy, params }) => {
      const device = await findDeviceBySerial(deps.db, params.serial);
      if (!device || !(await devicePermits(deps.db, user, device, policy.device))) throw deviceNotFound();
      // A programme has the schedules and texts of the owner.
      const { user_id: ownerId, company_id } = device;
      if (ownerId !== null && company_id !== null && isMemberOf(user, ownerId)) {
        if (!(await nodePermits(deps.db, user, { company_id, user_id: ownerId }, policy.schedule)))
          throw new AppError('forbidden', 'You may see this device, but not what is said there');
      } else if (ownerId !== null && !(await ownerPermits(deps.db, user, ownerId, policy.schedule))) throwMissing();
      const { body } = (await findBody(deps.db, device.device_id)) ?? throwMissing();
      return Reply.json(body);
    },
  ),
];

function throwMissing(): never {
  throw notFound('This device has no programme yet');
}
