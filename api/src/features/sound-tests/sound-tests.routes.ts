import { soundTestsHttp } from '@belfry/schemas/http/sound-tests';
import { deviceNotFound } from '../../errors.ts';
import { pageOf, Reply } from '../../http/routes/route.ts';
import { devicePermits } from '../../people/owner-access.ts';
import { canReadDevice } from '../../policies/devices.ts';
import { serve } from '../../serve.ts';
import { findSoundDevice, findTests } from './sound-tests.repository.ts';

export const soundTestRoutes = [
  serve(
    soundTestsHttp.list,
    { access: 'signed-in', policy: canReadDevice },
    async ({ deps: { db }, user, policy, params: { serial }, query }) => {
      const device = await findSoundDevice(db, serial);
      if (!device || !(await devicePermits(db, user, device, policy))) throw deviceNotFound();
      const page = pageOf(query) ?? { limit: query.page_size, offset: 0 };
      const { tests, total } = await findTests(db, device, page);
      return Reply.of(tests, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
];
