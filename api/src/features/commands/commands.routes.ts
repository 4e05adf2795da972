import { canBeBackground, EXPIRES_IN_S, commandsHttp } from '@belfry/schemas/http/commands/commands';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { AppError, deviceNotFound, notFound } from '../../errors.ts';
import { Reply } from '../../http/routes/route.ts';
import { canCommandDevice, canReadDevice, requiredOwner } from '../../policies/devices.ts';
import { audit, auditOwn, type Actor } from '../../audit/audit-log.repository.ts';
import { broadcastReply, outcomeReply, refusalReply, waitingReply, toResult } from './replies.ts';
import { checkCommand, type CommandParams } from './command.ts';
import { serve } from '../../serve.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { devicePermits } from '../../people/owner-access.ts';
import { isMember } from '../../policies/rights.ts';
import { cancelCommand } from './waiting-commands.ts';
import { findCommandedDevice, findDelivery, listDeliveries } from './results.sql.ts';
import { resultsHttp } from '@belfry/schemas/http/commands/results';

/**
 * Called before the command is sent, since the response may take long. Without parameters, which may be secret. The row of a command that does not wait
 * for its device is part of the statement that stores it, unless an administrator works as somebody else: then an attempt is recorded as well.
 */
async function auditSent(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { serial, command, background, queue }: Omit<Sending, 'params'> & { serial: string },
): Promise<void> {
  if (background || (!actor.user.opened_by && !queue)) return;
  const details = { command };
  await auditOwn(db, actor, { action: 'command.send', object_kind: 'device', object_id: serial, details });
}
type Sending = { command: Command; params: CommandParams; background: boolean; queue: boolean };

/** Throws invalid_input for `background` with a command that does more than read, or that waits. */
function checkBackground({ command, params, background, queue }: Sending): { background?: true } {
  if (!background) return {};
  if (!queue && canBeBackground(command, params)) return { background };
  throw new AppError('invalid_input', 'Only system_info and the status of a player are sent with background');
}

function queueing({ queue, expires_in_s }: { queue: boolean; expires_in_s?: number | undefined }) {
  if (queue) return { queueForS: expires_in_s ?? EXPIRES_IN_S.default };
  if (expires_in_s === undefined) return {};
  throw new AppError('invalid_input', 'expires_in_s needs queue', {
    details: [{ path: 'expires_in_s', message: 'Only a command with queue: true waits for its device' }],
  });
}

const sendingRoutes = [
  // Before the route with {serial}, which would match `broadcast` too.
  serve(commandsHttp.broadcast, { access: 'admin', audit: 'service' }, async ({ deps, user, body: input, ip }) => {
    const { command } = input;
    const { params } = checkCommand(input, user);
    const sent = await deps.commands.broadcast({ user, command, params });
    const details = { command, params, devices: sent.devices };
    await audit(
      deps.db,
      { user, ip },
      { action: 'command.broadcast', object_kind: 'command', object_id: sent.commandId ?? '', details },
    );
    return broadcastReply(command, sent);
  }),
  serve(
    commandsHttp.sendAndWait,
    { access: 'signed-in', policy: canCommandDevice, audit: 'service' },
    async ({ deps, user, policy, params: { serial }, body: input, ip }) => {
      const { command, params } = checkCommand(input, user);
      const background = checkBackground({ ...input, command, params });
      if (!background.background) await checkCommandable(deps, user, serial);
      const request = { user, policy, serial, command, params, ...background, ...queueing(input) };
      await auditSent(deps, { user, ip }, { ...input, serial, command });
      const sent = await deps.commands.sendAndWait(request);
      if ('waitsUntil' in sent) return waitingReply(sent, command);
      return 'refused' in sent ? refusalReply(sent, command) : outcomeReply(sent.commandId, command, sent.outcome);
    },
  ),
  serve(
    commandsHttp.send,
    { access: 'signed-in', policy: canCommandDevice, audit: 'service' },
    async ({ deps, user, policy, params: { serial }, body: input, ip }) => {
      const { command, params } = checkCommand(input, user);
      const background = checkBackground({ ...input, command, params });
      if (!background.background) await checkCommandable(deps, user, serial);
      const request = { user, policy, serial, command, params, ...background, ...queueing(input) };
      await auditSent(deps, { user, ip }, { ...input, serial, command });
      const sent = await deps.commands.send(request);
      if ('refused' in sent) return refusalReply(sent, command);
      return Reply.of({ success: true as const, ...sent });
    },
  ),
];

const cancellingRoutes = [
  serve(
    resultsHttp.cancel,
    { access: 'signed-in', policy: canCommandDevice, audit: 'service' },
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

/** Throws forbidden where a member sees a device without the right to command it: what finds no device by that right answers device_not_found. */
async function checkCommandable({ db }: Pick<Deps, 'db'>, user: Principal, serial: string): Promise<void> {
  if (!isMember(user)) return;
  const device = await findCommandedDevice(db, serial);
  if (!device || (await devicePermits(db, user, device, canCommandDevice))) return;
  if (await devicePermits(db, user, device, canReadDevice))
    throw new AppError('forbidden', 'You may see this device, but not command it');
}

export const commandsRoutes = [...sendingRoutes, ...cancellingRoutes, ...readingRoutes];
