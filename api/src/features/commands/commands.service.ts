import { randomUUID } from 'node:crypto';
import { commandOrigin } from '../../audit/audit-of-commands.sql.ts';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { type CommandErrorType, commandErrorText } from '@belfry/schemas/http/commands/commands';
import type { BroadcastCommand, Command } from '@belfry/schemas/mqtt/commands';
import type { CommandMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';
import { createDb } from '../../db/client.ts';
import type { Logger } from '../../log.ts';
import { createGroupCommit } from '../../mqtt/batching/commits.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { commandSeconds } from '../../mqtt/metrics.ts';
import { waitAtMost } from '../../mqtt/wait-at-most.ts';
import { requiredOwner } from '../../policies/devices.ts';
import type { Caller } from '../../policies/accounts.ts';
import { createCallerNotifier, createWaiters, type Outcome } from './callers.ts';
import {
  commandTimes,
  publishCommand,
  toCommandMessage,
  type CommandParams,
  type CommandRequest,
  type IssuedCommand,
} from './command.ts';
import { failBroadcast, insertBroadcast, insertCommands, markBroadcastSent } from './commands.sql.ts';
import { sweepDeadlines } from './deadlines.ts';
import { findSweepWork } from './deliveries.sql.ts';
import { createDeliveryWriter } from './delivery-writer.ts';
import { notifyCommandsChanged, publishedChange, unpublishedChange, type DeliveryChange } from './delivery.ts';
import { createDispatcher, createWaitingCommands, createManyCommands, type ManyCommands } from './waiting-commands.ts';
import type { WaitingScope } from './waiting-commands.sql.ts';
import { createIssuedCommands, type DeviceResponse } from './responses.ts';

declare module '../../deps.ts' {
  interface Deps {
    commands: Commands;
  }
}

const DRAIN_MS = 2_000;

/** Why a command was not executed; `commandId` is null where no row was inserted. */
export type Refusal = { refused: CommandErrorType; commandId: string | null };

/** With `queueForS` the command waits for a device that is offline, for so many seconds. */
type SendRequest = CommandRequest & { queueForS?: number };
export type Waiting = { commandId: string; waitsUntil: Date };

type BroadcastRequest = { user: Caller; command: BroadcastCommand; params: CommandParams };
/** `devices` counts the deliveries; `refused` is set if the message was not published. */
type BroadcastResult = { commandId: string; devices: number } | (Refusal & { devices: number });

export type Commands = ManyCommands & {
  /**
   * Sends a command and waits for its outcome, for COMMAND_TIMEOUT_MS at most. With `queueForS` it does not wait for a device
   * that is offline: `waitsUntil` is when the command expires.
   */
  sendAndWait(request: SendRequest): Promise<{ commandId: string; outcome: Outcome } | Waiting | Refusal>;
  /** Sends a command without waiting for its outcome; `state` with `queueForS`. */
  send(request: SendRequest): Promise<{ commandId: string; state?: 'queued' | 'sent' } | Refusal>;
  broadcast(request: BroadcastRequest): Promise<BroadcastResult>;
  dispatch(scope: WaitingScope): Promise<number>;
  /** Stores the response of a device; `onDone` is called when it is committed. */
  receiveResponse: (response: DeviceResponse, onDone: () => void) => void;
  /** Settles the deliveries whose deadline has passed, and publishes those that are due. Called by the instance that ingests. */
  sweep(now?: number): Promise<void>;
  onSettledNotification: (payload: string) => void;
  stuckBatches: () => string[];
  stop(): Promise<void>;
};

/** Told of the ends of some commands, after their commit. What it is told may be lost when the process ends. */
export type EndListener = { commands: readonly Command[]; ended(deliveries: readonly DeliveryChange[]): Promise<void> };

type CreateCommandsDeps = {
  listeners?: readonly EndListener[];
  pool: pg.Pool;
  broker: MqttPublisher;
  events: Pick<ConsoleEvents, 'changed'>;
  log: Logger;
};

/**
 * Sends commands and settles their deliveries. Those that the routes have checked (`checkCommand`) go this way: row and delivery,
 * message, wait, the response that settles the delivery and resolves the caller, or the deadline. A command is published when its
 * rows are visible, and answered when they are durable.
 */
export function createCommands({ pool, broker, events, log, listeners = [] }: CreateCommandsDeps): Commands {
  const db = createDb(pool);
  const insert = createGroupCommit((commands: readonly IssuedCommand[]) => insertCommands(pool, commands));
  const waiters = createWaiters();
  const issued = createIssuedCommands(pool);
  const callers = createCallerNotifier({ pool, log, issued, waiters });
  const deliveries = createDeliveryWriter({ pool, log, events, issued, onSettled });
  const dispatcher = createDispatcher({ db, broker, deliveries });
  const whenOnline = createWaitingCommands({ db, events, issued, dispatcher });

  function onSettled(changes: readonly DeliveryChange[]): void {
    callers.settled(changes);
    for (const listener of listeners)
      void tellListener(listener, changes).catch((error: unknown) =>
        log.warn({ err: error }, 'nobody was told of the end of a command'),
      );
  }

  async function tellListener(told: EndListener, changes: readonly DeliveryChange[]): Promise<void> {
    const names = await issued.findNames(changes.map(({ command_id }) => command_id));
    const ended = changes.filter(({ command_id }) => {
      const name = names.get(command_id);
      return name !== undefined && told.commands.includes(name);
    });
    if (ended.length > 0) await told.ended(ended);
  }

  /** 1. Inserts the command and its delivery; see CMD-27 for `background`. @returns the message to publish, or why none were inserted */
  async function insertRows(
    id: string,
    { user, policy, serial, command, params, background = false }: CommandRequest,
    /** The rows need not be durable yet: the caller waits for an outcome, whose commit makes them so. */
    asyncCommit: boolean,
  ): Promise<CommandMessage | CommandErrorType> {
    const times = commandTimes(command);
    issued.add(id, command);
    const ownerId = requiredOwner(policy, user);
    const origin = background ? null : commandOrigin();
    const row = { id, serial, command, params, issuedBy: user.id, ownerId, background, asyncCommit, origin, ...times };
    const device = await insert(row);
    if (device === null) return 'device_not_found';
    if (!canReceiveCommands(device.status)) return 'device_offline';
    if (!background) notifyCommandsChanged(events, [{ serial, user_id: device.user_id }]);
    return { ...toCommandMessage(id, command, params, times), ...(background && { background }) };
  }

  /** 2. Publishes the message, and stores whether the broker has accepted it. @returns whether it has */
  async function publish(serial: string, message: CommandMessage): Promise<boolean> {
    const { correlation_id: id, command } = message;
    try {
      await publishCommand(broker, topics.commands(serial), message);
      deliveries.writeChange(publishedChange(id, serial, Date.now()));
      return true;
    } catch {
      const error = commandErrorText('websocket_unavailable', command);
      deliveries.writeChange(unpublishedChange(id, serial, Date.now(), error));
      return false;
    }
  }

  return {
    async sendAndWait(request) {
      const commandId = randomUUID();
      const endTimer = commandSeconds.startTimer();
      // Before the command is sent, since the response may arrive before `publish` returns.
      const waiting = waiters.wait(commandId, COMMAND_TIMEOUT_MS);
      try {
        let waitsUntil: Date | null = null;
        if (request.queueForS === undefined) {
          const message = await insertRows(commandId, request, true);
          if (typeof message === 'string') return { refused: message, commandId: null };
          void publish(request.serial, message);
        } else {
          const result = await whenOnline.send(commandId, request, request.queueForS);
          if (typeof result === 'string') return { refused: result, commandId: null };
          waitsUntil = new Date(result.expiresAt);
          if (!result.published) return { commandId, waitsUntil };
        }
        // 3. A notification of another instance may be lost, so the row decides in the end.
        const outcome = (await waiting.outcome) ?? (await callers.findOutcome(commandId));
        if (!outcome && waitsUntil) return { commandId, waitsUntil };
        return outcome ? { commandId, outcome } : { refused: 'command_timeout', commandId };
      } finally {
        waiting.cancel();
        endTimer();
      }
    },

    async send(request) {
      const commandId = request.id ?? randomUUID();
      if (request.queueForS !== undefined) {
        const result = await whenOnline.send(commandId, request, request.queueForS);
        if (typeof result === 'string') return { refused: result, commandId: null };
        return { commandId, state: result.published ? 'sent' : 'queued' };
      }
      const message = await insertRows(commandId, request, false);
      if (typeof message === 'string') return { refused: message, commandId: null };
      const sent = await publish(request.serial, message);
      return sent ? { commandId } : { refused: 'websocket_unavailable', commandId };
    },

    /** 4. After the commit `callers.settled` resolves the caller that waits in `sendAndWait`. */
    receiveResponse: deliveries.writeResponse,
    onSettledNotification: callers.onNotification,

    /** 5. Deliveries without a response in time are settled, and their callers resolved. */
    async sweep(now = Date.now()) {
      const work = await findSweepWork(pool, now);
      if (work.overdue) await sweepDeadlines({ db, events, callers }, now);
      if (work.waiting) await whenOnline.sweep(now);
    },

    async broadcast({ user, command, params }) {
      const commandId = randomUUID();
      const times = commandTimes(command);
      issued.add(commandId, command);
      const offlineError = commandErrorText('device_offline', command);
      const row = { id: commandId, command, params, issuedBy: user.id, offlineError, ...times };
      const targets = await insertBroadcast(db, row);
      const devices = targets.length;
      notifyCommandsChanged(events, targets);
      try {
        await publishCommand(broker, topics.fleetCommands, toCommandMessage(commandId, command, params, times));
      } catch {
        const error = commandErrorText('websocket_unavailable', command);
        notifyCommandsChanged(events, await failBroadcast(db, commandId, error));
        return { refused: 'websocket_unavailable', commandId, devices };
      }
      notifyCommandsChanged(events, await markBroadcastSent(db, commandId));
      return { commandId, devices };
    },

    ...createManyCommands({ db, events, issued, dispatcher }),
    dispatch: dispatcher.dispatch,
    stuckBatches: deliveries.stuckBatches,

    async stop() {
      await waitAtMost(DRAIN_MS, deliveries.drain());
      deliveries.stop();
    },
  };
}
