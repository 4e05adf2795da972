import { deviceNotFound, notFound } from '../../../errors.ts';
import { canCommandDevice, canReadDevice, requiredOwner } from '../../../policies/devices.ts';
import { cancelCommand } from '../held/cancel-command.ts';
import { toResult } from './replies.ts';
import { findDelivery, listDeliveries } from './results.sql.ts';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import { serve } from '../../../serve.ts';

const cancellingRoutes = [
  serve(
    resultsHttp.cancel,
    { access: 'signed-in', policy: canCommandDevice },
    async ({ deps, user, policy, params, ip }) => {
      const ownerId = requiredOwner(policy, user);
      await cancelCommand(deps, { user, ip }, { ...params, ownerId });
      const delivery = await findDelivery(deps.pool, { ...params, ownerId });
      if (!delivery) throw notFound('Command not found');
      return toResult(delivery);
    },
  ),
];

const readingRoutes = [
  serve(resultsHttp.read, { access: 'signed-in', policy: canReadDevice }, async ({ deps, user, policy, params }) => {
    const delivery = await findDelivery(deps.pool, { ...params, ownerId: requiredOwner(policy, user) });
    if (!delivery) throw notFound('Command not found');
    return toResult(delivery);
  }),
  serve(
    resultsHttp.list,
    { access: 'signed-in', policy: canReadDevice },
    async ({ deps, user, policy, params: { serial }, query: { limit } }) => {
      const deliveries = await listDeliveries(deps.db, { serial, ownerId: requiredOwner(policy, user), limit });
      if (!deliveries) throw deviceNotFound();
      return deliveries.map(toResult);
    },
  ),
];

export const resultsRoutes = [...cancellingRoutes, ...readingRoutes];
