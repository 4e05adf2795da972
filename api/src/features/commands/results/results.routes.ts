import {
  commandHistoryQuerySchema,
  commandResultParamsSchema,
  commandResultSchema,
  serialParamsSchema,
} from '@belfry/schemas/http/commands/commands';
import { z } from 'zod';
import { deviceNotFound, notFound } from '../../../errors.ts';
import { routeWith } from '../../../http/routes/route.ts';
import { canCommandDevice, canReadDevice, requiredOwner } from '../../../policies/devices.ts';
import type { CommandsDeps } from '../deps.ts';
import { cancelCommand } from '../held/cancel-command.ts';
import { toResult } from './replies.ts';
import { findDelivery, listDeliveries } from './results.sql.ts';

const route = routeWith<CommandsDeps>();

const cancellingRoutes = [
  route(
    {
      method: 'delete',
      path: '/rpi/devices/command/{serial}/{commandId}',
      summary: 'Cancel a command that waits for its device',
      description: 'conflict: it has been sent or has ended, so it cannot be cancelled any more.',
      access: 'signed-in',
      policy: canCommandDevice,
      params: commandResultParamsSchema,
      answer: commandResultSchema,
      errors: ['not_found', 'conflict'],
    },
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
  route(
    {
      method: 'get',
      path: '/rpi/devices/command/result/{serial}/{commandId}',
      summary: 'The state and result of a command; `success` is null until it is settled',
      access: 'signed-in',
      policy: canReadDevice,
      params: commandResultParamsSchema,
      answer: commandResultSchema,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, params }) => {
      const delivery = await findDelivery(deps.pool, { ...params, ownerId: requiredOwner(policy, user) });
      if (!delivery) throw notFound('Command not found');
      return toResult(delivery);
    },
  ),
  route(
    {
      method: 'get',
      path: '/rpi/devices/commands/{serial}',
      summary: 'The commands of a device, the newest first',
      access: 'signed-in',
      policy: canReadDevice,
      params: serialParamsSchema,
      query: commandHistoryQuerySchema,
      answer: z.array(commandResultSchema),
      errors: ['device_not_found'],
    },
    async ({ deps, user, policy, params: { serial }, query: { limit } }) => {
      const deliveries = await listDeliveries(deps.pool, { serial, ownerId: requiredOwner(policy, user), limit });
      if (!deliveries) throw deviceNotFound();
      return deliveries.map(toResult);
    },
  ),
];

export const resultsRoutes = [...cancellingRoutes, ...readingRoutes];
