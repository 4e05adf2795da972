import { randomUUID } from 'node:crypto';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { type CommandErrorType, commandErrorText } from '@belfry/schemas/http/commands/commands';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';
import { createDb } from '../../db/client.ts';
import type { Logger } from '../../log.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { commandSeconds } from '../../mqtt/metrics.ts';
import { waitAtMost } from '../../mqtt/wait-at-most.ts';
import { createCommandSender, type CommandRequest } from './sending/command-sender.ts';
import { createDeliveryWriter } from './deliveries/delivery-writer.ts';
import type { DeviceResponse } from './deliveries/response-changes.ts';
import { createDispatcher, type Dispatcher } from './held/dispatcher.ts';
import { createManyCommands, type ManyCommands } from './held/many-commands.ts';
import { type HeldScope, insertHeld, requeueUnreachable } from './held/held.sql.ts';
import { createIssuedCommands, type IssuedCommands } from './sending/issued-commands.ts';
import type { Outcome } from './deliveries/outcome.ts';
import { createCallerNotifier } from './waiting/caller-notifier.ts';
import { sweepDeadlines } from './deliveries/deadlines.ts';
import { findSweepWork } from './deliveries/sweep-work.sql.ts';
import { createWaiters } from './waiting/waiters.ts';
import { type BroadcastCommand, commandTable } from '@belfry/schemas/mqtt/commands';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { failBroadcast, insertBroadcast, markBroadcastSent } from './sending/broadcasts.sql.ts';
import { notifyCommandsChanged } from './deliveries/command-events.ts';
import { commandTimes, toCommandMessage, type CommandParams } from './sending/command-message.ts';
import { publishCommand } from './publish-command.ts';
import { AppError } from '../../errors.ts';
import { requiredOwner } from '../../policies/devices.ts';

const FULL = 'Too many commands are waiting for this device already. Cancel some of them first.';
/** `published`: the device was online and the broker has accepted the message. */
type Held = { published: boolean; expiresAt: number };
type HeldCommands = {
  /** Inserts a command that waits for its device until it expires, and publishes it if the device is online. */
  hold(id: string, request: CommandRequest, expiresInS: number): Promise<Held | CommandErrorType>;
  /** Holds again what has not reached its device, publishes what is due, and asks silent devices again. */
  sweep(now: number): Promise<void>;
};
type HeldCommandsDeps = {
  db: Kysely<Database>;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'add'>;
  dispatcher: Dispatcher;
};
function createHeldCommands({ db, events, issued, dispatcher }: HeldCommandsDeps): HeldCommands {
  return {
    async hold(id, { user, policy, serial, command, params }, expiresInS) {
      const issuedAt = Date.now();
      const expiresAt = issuedAt + expiresInS * 1_000;
      const deadlineAt = expiresAt + commandTable[command].runsAtMostMs;
      issued.add(id, command);
      const ownerId = requiredOwner(policy, user);
      const row = { id, serial, command, params, issuedBy: user.id, ownerId, issuedAt, expiresAt, deadlineAt };
      const device = await insertHeld(db, row);
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

declare module '../../deps.ts' {
  interface Deps {
    commands: Commands;
  }
}

const DRAIN_MS = 2_000;

/** Why a command was not executed; `commandId` is null where no row was inserted. */
export type Refusal = { refused: CommandErrorType; commandId: string | null };

/** With `queueForS` the command waits for a device that is offline, for so many seconds. */
export type SendRequest = CommandRequest & { queueForS?: number };
/** The command waits for its device until it expires. */
export type Waiting = { commandId: string; waitsUntil: Date };

export type Commands = ManyCommands & {
  /**
   * Sends a command and waits for its outcome, for COMMAND_TIMEOUT_MS at most. With `queueForS` it does not wait for a device
   * that is offline: `waitsUntil` is when the command expires.
   */
  sendAndWait(request: SendRequest): Promise<{ commandId: string; outcome: Outcome } | Waiting | Refusal>;
  /** Sends a command without waiting for its outcome; `state` with `queueForS`. */
  send(request: SendRequest): Promise<{ commandId: string; state?: 'queued' | 'sent' } | Refusal>;
  /** Sends a command to every device; `devices` counts the deliveries. */
  broadcast(
    request: BroadcastRequest,
  ): Promise<{ commandId: string; devices: number } | (Refusal & { devices: number })>;
  /** Publishes the deliveries that wait for their devices, as far as these are online. */
  dispatch(scope: HeldScope): Promise<number>;
  /** Stores the response of a device; `onDone` is called when it is committed. */
  receiveResponse: (response: DeviceResponse, onDone: () => void) => void;
  /** Settles the deliveries whose deadline has passed, and publishes those that are due. Called by the instance that ingests. */
  sweep(now?: number): Promise<void>;
  /** Handles a notification of SETTLED_CHANNEL: resolves the callers of this instance. */
  onSettledNotification: (payload: string) => void;
  /** The name of the batcher of responses while it has been waiting for a commit too long. */
  stuckBatches: () => string[];
  stop(): Promise<void>;
};

type CreateCommandsDeps = {
  pool: pg.Pool;
  broker: MqttPublisher;
  events: Pick<ConsoleEvents, 'changed'>;
  log: Logger;
};

/** Sends commands and settles their deliveries. A command is published when its rows are visible, and answered when they are durable. */
export function createCommands({ pool, broker, events, log }: CreateCommandsDeps): Commands {
  const db = createDb(pool);
  const waiters = createWaiters();
  const issued = createIssuedCommands(pool);
  const callers = createCallerNotifier({ pool, log, issued, waiters });
  const deliveries = createDeliveryWriter({ pool, log, events, issued, onSettled: callers.settled });
  const sender = createCommandSender({ pool, broker, events, issued, deliveries });
  const dispatcher = createDispatcher({ db, broker, deliveries });
  const held = createHeldCommands({ db, events, issued, dispatcher });
  const many = createManyCommands({ db, events, issued, dispatcher });

  return {
    ...many,
    async sendAndWait(request) {
      const commandId = randomUUID();
      const endTimer = commandSeconds.startTimer();
      // Before the command is sent, since the response may arrive before `publish` returns.
      const waiting = waiters.wait(commandId, COMMAND_TIMEOUT_MS);
      try {
        let waitsUntil: Date | null = null;
        if (request.queueForS === undefined) {
          const message = await sender.issue(commandId, request, { asyncCommit: true });
          if (typeof message === 'string') return { refused: message, commandId: null };
          void sender.publish(request.serial, message);
        } else {
          const result = await held.hold(commandId, request, request.queueForS);
          if (typeof result === 'string') return { refused: result, commandId: null };
          waitsUntil = new Date(result.expiresAt);
          if (!result.published) return { commandId, waitsUntil };
        }
        const outcome = (await waiting.outcome) ?? (await callers.findOutcome(commandId));
        if (!outcome && waitsUntil) return { commandId, waitsUntil };
        return outcome ? { commandId, outcome } : { refused: 'command_timeout', commandId };
      } finally {
        waiting.cancel();
        endTimer();
      }
    },

    async send(request) {
      const commandId = randomUUID();
      if (request.queueForS !== undefined) {
        const result = await held.hold(commandId, request, request.queueForS);
        if (typeof result === 'string') return { refused: result, commandId: null };
        return { commandId, state: result.published ? 'sent' : 'queued' };
      }
      const message = await sender.issue(commandId, request, { asyncCommit: false });
      if (typeof message === 'string') return { refused: message, commandId: null };
      const sent = await sender.publish(request.serial, message);
      return sent ? { commandId } : { refused: 'websocket_unavailable', commandId };
    },

    broadcast: (request) => broadcastCommand({ db, broker, events, issued }, request),
    receiveResponse: deliveries.writeResponse,
    dispatch: dispatcher.dispatch,
    async sweep(now = Date.now()) {
      const work = await findSweepWork(pool, now);
      if (work.overdue) await sweepDeadlines({ db, events, callers }, now);
      if (work.held) await held.sweep(now);
    },
    onSettledNotification: callers.onNotification,
    stuckBatches: deliveries.stuckBatches,

    async stop() {
      await waitAtMost(DRAIN_MS, deliveries.drain());
      deliveries.stop();
    },
  };
}

type BroadcastRequest = { user: Principal; command: BroadcastCommand; params: CommandParams };
/** `devices` counts the deliveries; `refused` is set if the message was not published. */
type BroadcastResult =
  | { commandId: string; devices: number }
  | { refused: CommandErrorType; commandId: string; devices: number };
type BroadcastDeps = {
  db: Kysely<Database>;
  broker: MqttPublisher;
  events: Pick<ConsoleEvents, 'changed'>;
  issued: Pick<IssuedCommands, 'add'>;
};
/** Inserts one command with a delivery for every device, and publishes one message for all of them. */
async function broadcastCommand(
  { db, broker, events, issued }: BroadcastDeps,
  { user, command, params }: BroadcastRequest,
): Promise<BroadcastResult> {
  const commandId = randomUUID();
  const times = commandTimes(command);
  issued.add(commandId, command);
  const offlineError = commandErrorText('device_offline', command);
  const row = { id: commandId, command, params, issuedBy: user.id, offlineError, ...times };
  const targets = await insertBroadcast(db, row);
  const devices = targets.length;
  notifyCommandsChanged(events, targets);
  const message = toCommandMessage(commandId, command, params, times);
  try {
    await publishCommand(broker, topics.fleetCommands, message);
  } catch {
    const error = commandErrorText('websocket_unavailable', command);
    notifyCommandsChanged(events, await failBroadcast(db, commandId, error));
    return { refused: 'websocket_unavailable', commandId, devices };
  }
  notifyCommandsChanged(events, await markBroadcastSent(db, commandId));
  return { commandId, devices };
}
