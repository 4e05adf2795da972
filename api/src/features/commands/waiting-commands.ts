import { topics } from '@belfry/schemas/mqtt/topics';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { MqttPublisher } from '../../broker-gateway.ts';
import { toCommandMessage, publishCommand, type CommandParams, type CommandRequest } from './command.ts';
import { publishedChange, notifyCommandsChanged } from './delivery.ts';
import type { DeliveryWriter } from './delivery-writer.ts';
import {
  claimDue,
  type DueDelivery,
  type WaitingScope,
  claimSilent,
  cancelWaiting,
  insertCommandForMany,
  cancelWaitingOne,
  insertWaiting,
  requeueUnreachable,
} from './waiting-commands.sql.ts';
import { randomUUID } from 'node:crypto';
import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import type { IssuedCommands } from './responses.ts';
import { AppError, notFound } from '../../errors.ts';
import { type CommandErrorType } from '@belfry/schemas/http/commands/commands';
import { requiredOwner } from '../../policies/devices.ts';
import { commandsSettled } from '../../mqtt/metrics.ts';
import { auditOwn, type Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';

const FULL = 'Too many commands are waiting for this device already. Cancel some of them first.';
/** `published`: the device was online and the broker has accepted the message. */
type Queued = { published: boolean; expiresAt: number };
export type WaitingCommands = {
  send(id: string, request: CommandRequest, expiresInS: number): Promise<Queued | CommandErrorType>;
  sweep(now: number): Promise<void>;
};
type WaitingCommandsDeps = {
  db: Kysely<Database>;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'add'>;
  dispatcher: Dispatcher;
};
export function createWaitingCommands({ db, events, issued, dispatcher }: WaitingCommandsDeps): WaitingCommands {
  return {
    async send(id, { user, policy, serial, command, params }, expiresInS) {
      const issuedAt = Date.now();
      const expiresAt = issuedAt + expiresInS * 1_000;
      const deadlineAt = expiresAt + commandTable[command].runsAtMostMs;
      issued.add(id, command);
      const ownerId = requiredOwner(policy, user);
      const row = { id, serial, command, params, issuedBy: user.id, ownerId, issuedAt, expiresAt, deadlineAt };
      const device = await insertWaiting(db, row);
      if (!device) return 'device_not_found';
      if (device.full) throw new AppError('conflict', FULL);
      notifyCommandsChanged(events, [{ serial, user_id: device.user_id }]);
      return { published: (await dispatcher.dispatch({ commandId: id })) > 0, expiresAt };
    },

    async sweep(now) {
      notifyCommandsChanged(events, await requeueUnreachable(db, now));
      await dispatcher.dispatch({}, now);
      await dispatcher.repeat(now);
    },
  };
}

const BATCH = 500;

export type Dispatcher = {
  /** Publishes the waiting deliveries of this scope whose devices are online. @returns how many the broker has accepted. */
  dispatch: (scope: WaitingScope, now?: number) => Promise<number>;
  repeat: (now: number) => Promise<void>;
};

type DispatcherDeps = {
  db: Kysely<Database>;
  broker: MqttPublisher;
  deliveries: Pick<DeliveryWriter, 'writeChange'>;
};

/**
 * Publishes deliveries that wait for their devices. What the broker does not accept remains queued and is tried again; a device that receives
 * a command twice runs it once, because it knows the correlation id.
 */
export function createDispatcher({ db, broker, deliveries }: DispatcherDeps): Dispatcher {
  async function send({ command_id: id, serial, command, params, ...due }: DueDelivery): Promise<boolean> {
    const times = { issuedAt: due.issued_at.getTime(), expiresAt: due.expires_at.getTime() };
    const message = toCommandMessage(id, command, params, times);
    return publishCommand(broker, topics.commands(serial), message).then(
      () => true,
      () => false,
    );
  }

  async function publish(due: DueDelivery): Promise<number> {
    if (!(await send(due))) return 0;
    deliveries.writeChange(publishedChange(due.command_id, due.serial, Date.now()));
    return 1;
  }

  return {
    async dispatch(scope, now = Date.now()) {
      let published = 0;
      while (broker.connected) {
        const due = await claimDue(db, scope, { now, limit: BATCH });
        for (const one of await Promise.all(due.map(publish))) published += one;
        if (due.length < BATCH) break;
      }
      return published;
    },

    async repeat(now) {
      if (broker.connected) await Promise.all((await claimSilent(db, now)).map(send));
    },
  };
}

/** One command for many devices, which the caller has checked that the user may command. */
type ManyRequest = {
  /** By default a new one. Repeating a request with the same id sends nothing twice. */
  commandId?: string;
  userId: number | null;
  command: Command;
  params: CommandParams;
  deviceIds: readonly number[];
  expiresInS: number;
  waits?: boolean;
  /** A query that locks the row of what the command is for: what ends that waits until the command can be cancelled. Nothing is sent where it finds none. */
  onlyWhile?: RawBuilder<unknown>;
};

export type ManyCommands = {
  /**
   * Sends one command to many devices without waiting for outcomes, in a few statements whatever their number.
   * @returns the ids of the devices that were offline, and of all that it is for
   */
  sendToMany(request: ManyRequest): Promise<{ commandId: string; offline: number[]; devices: number[] }>;
  cancelMany(commandIds: readonly string[]): Promise<void>;
};

type ManyCommandsDeps = {
  db: Kysely<Database>;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'add'>;
  dispatcher: Pick<Dispatcher, 'dispatch'>;
};

export function createManyCommands({ db, events, issued, dispatcher }: ManyCommandsDeps): ManyCommands {
  return {
    async sendToMany({ commandId = randomUUID(), userId, expiresInS, waits = false, command, ...request }) {
      const now = Date.now();
      issued.add(commandId, command);
      const devices = await insertCommandForMany(db, {
        ...request,
        id: commandId,
        command,
        issuedBy: userId,
        now,
        expiresAt: now + expiresInS * 1_000,
        waits,
      });
      await dispatcher.dispatch({ commandId });
      notifyCommandsChanged(events, devices);
      const ids = (some: typeof devices): number[] => some.map(({ device_id }) => device_id);
      return { commandId, offline: ids(devices.filter(({ offline }) => offline)), devices: ids(devices) };
    },

    async cancelMany(commandIds) {
      if (commandIds.length === 0) return;
      notifyCommandsChanged(events, await cancelWaiting(db, commandIds, Date.now()));
    },
  };
}

/**
 * Cancels a command that waits for its device; see CMD-18. Throws not_found if the caller has no such command, and conflict if it has been
 * sent or has ended.
 */
export async function cancelCommand(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  command: { serial: string; commandId: string; ownerId: number | null },
): Promise<void> {
  const delivery = await cancelWaitingOne(db, command, Date.now());
  if (!delivery) throw notFound('Command not found');
  if (!delivery.cancelled) throw new AppError('conflict', 'The command does not wait any more');
  commandsSettled.inc({ state: 'cancelled' });
  notifyCommandsChanged(events, [delivery]);
  const { serial: object_id, commandId } = command;
  await auditOwn(db, actor, {
    action: 'command.cancel',
    object_kind: 'device',
    object_id,
    details: { commandId },
  });
}
