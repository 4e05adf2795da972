import {
  broadcastAnswerSchema,
  broadcastBodySchema,
  commandAnswerSchema,
  commandHistoryQuerySchema,
  commandResultParamsSchema,
  commandResultSchema,
  commandSentSchema,
  sendCommandBodySchema,
  serialParamsSchema,
} from '@belfry/schemas/http/commands';
import { z } from 'zod';
import { deviceNotFound, notFound } from '../../errors.ts';
import { Reply, routeWith } from '../../http/route.ts';
import { canCommandDevice, canReadDevice, requiredOwner } from '../../policies/devices.ts';
import { audit, auditOpened, type Actor } from '../audit/index.ts';
import type { CommandsDeps } from './deps.ts';
import { broadcastReply, outcomeReply, refusalReply, toResult } from './replies.ts';
import { checkCommand } from './check-command.ts';
import { findDelivery, listDeliveries } from './results.sql.ts';

const route = routeWith<CommandsDeps>();

/** Any text as the command, since an unknown command has an error code of its own. */
const body = sendCommandBodySchema.extend({ command: z.string().max(100) }).meta({ id: 'SendCommandBody' });
/** Called before the command is sent, since the response may take long. Without parameters, which may be secret. */
const auditSent = ({ db }: Pick<CommandsDeps, 'db'>, actor: Actor, serial: string, command: string): Promise<void> =>
  auditOpened(db, actor, { action: 'command.send', object_kind: 'device', object_id: serial, details: { command } });
const refusals = ['unknown_command', 'device_not_found', 'device_offline', 'broker_unavailable'] as const;

const sendingRoutes = [
  // Before the route with {serial}, which would match `broadcast` too.
  route(
    {
      method: 'post',
      path: '/rpi/devices/send/commands/broadcast',
      summary: 'Send a command to every device',
      description: 'One published message and one delivery per device; devices that are offline fail at once.',
      access: 'admin',
      body: broadcastBodySchema,
      answer: broadcastAnswerSchema,
      errors: ['broker_unavailable'],
    },
    async ({ deps, user, body: input, ip }) => {
      const { command } = input;
      const { params } = checkCommand(input);
      const sent = await deps.commands.broadcast({ user, command, params });
      const details = { command, params, devices: sent.devices };
      await audit(
        deps.db,
        { user, ip },
        { action: 'command.broadcast', object_kind: 'command', object_id: sent.commandId ?? '', details },
      );
      return broadcastReply(command, sent);
    },
  ),
  route(
    {
      method: 'post',
      path: '/rpi/devices/send/commands/{serial}',
      summary: 'Send a command to a device and wait for its response',
      description: 'A refusal has the same body, with the status of its code.',
      access: 'signed-in',
      policy: canCommandDevice,
      params: serialParamsSchema,
      body,
      answer: commandAnswerSchema,
      errors: [...refusals, 'command_timeout'],
    },
    async ({ deps, user, policy, params: { serial }, body: input, ip }) => {
      const { command, params } = checkCommand(input);
      await auditSent(deps, { user, ip }, serial, command);
      const sent = await deps.commands.sendAndWait({ user, policy, serial, command, params });
      return 'refused' in sent ? refusalReply(sent, command) : outcomeReply(sent.commandId, command, sent.outcome);
    },
  ),
  route(
    {
      method: 'post',
      path: '/rpi/devices/send/command/{serial}',
      summary: 'Send a command to a device; its result is read with the commandId',
      access: 'signed-in',
      policy: canCommandDevice,
      params: serialParamsSchema,
      body,
      answer: z.union([commandSentSchema, commandAnswerSchema]),
      errors: refusals,
    },
    async ({ deps, user, policy, params: { serial }, body: input, ip }) => {
      const { command, params } = checkCommand(input);
      await auditSent(deps, { user, ip }, serial, command);
      const sent = await deps.commands.send({ user, policy, serial, command, params });
      if ('refused' in sent) return refusalReply(sent, command);
      return Reply.of({ success: true as const, commandId: sent.commandId });
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

export const commandsRoutes = [...sendingRoutes, ...readingRoutes];
