import { randomUUID } from 'node:crypto';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { commandErrorText, type CommandErrorType } from '@belfry/schemas/http/commands';
import { commandTable, type BroadcastCommand, type Command } from '@belfry/schemas/mqtt/commands';
import { messages, type CommandMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';
import type { Logger } from '../../log.ts';
import type { Principal } from '../../http/principal.ts';
import { commandSeconds, commandsSettled } from '../../mqtt/metrics.ts';
import { requiredOwner } from '../../policies/devices.ts';
import { waitAtMost } from '../../mqtt/wait-at-most.ts';
import { createGroupCommit } from '../../mqtt/batching/group-commit.ts';
import { published, unpublished, type Change } from './change.ts';
import { failBroadcast, insertBroadcast, insertCommands, markBroadcastSent } from './commands.repository.ts';
import { giveUp } from './deliveries.repository.ts';
import { createDeliveryLog, type Answer } from './delivery-log.ts';
import { createIssuedCommands } from './issued-commands.ts';
import { outcomeOfChange, outcomeOfDelivery, type Outcome } from './outcome.ts';
import { findDeliveries } from './results.repository.ts';
import { idsOfNotice, noticeSettled } from './settled-notices.ts';
import { createWaiters } from './waiters.ts';

const DRAIN_MS = 2_000;

type Params = Record<string, unknown>;
export type Order = { user: Principal; serial: string; command: Command; params: Params };
export type BroadcastOrder = { user: Principal; command: BroadcastCommand; params: Params };

/** Why a command did not get to its end; `commandId` where there is a row. */
export type Refusal = { refused: CommandErrorType; commandId: string | null };

export type Commands = {
  /** Sends a command and waits for how it ends, for COMMAND_TIMEOUT_MS at most. */
  sendAndWait(order: Order): Promise<{ commandId: string; outcome: Outcome } | Refusal>;
  /** Sends a command; its result is asked for later. */
  send(order: Order): Promise<{ commandId: string } | Refusal>;
  /** Sends a command to every device; `devices` counts the deliveries. */
  broadcast(order: BroadcastOrder): Promise<{ commandId: string; devices: number } | (Refusal & { devices: number })>;
  /** The ingest's end: an answer of a device; `onDone` when it is committed. */
  answer: (answer: Answer, onDone: () => void) => void;
  /** Settles what has passed its deadline. Called by the instance that ingests. */
  sweep(now?: number): Promise<void>;
  /** Another instance settled these: callers that wait here are woken. */
  noticed: (payload: string) => void;
  /** Names the batch of answers when it has been waiting for its commit too long. */
  stuckBatches: () => string[];
  stop(): Promise<void>;
};

export type CommandParts = { pool: pg.Pool; broker: MqttPublisher; log: Logger };

/** Commands on their way to devices and back. Rows come first: what is not committed is not sent. */
export function createCommands({ pool, broker, log }: CommandParts): Commands {
  const waiters = createWaiters();
  const issued = createIssuedCommands(pool);
  const insert = createGroupCommit((commands: Parameters<typeof insertCommands>[1]) => insertCommands(pool, commands));
  const deliveries = createDeliveryLog({ pool, log, issued, onSettled });

  function onSettled(changes: readonly Change[]): void {
    for (const change of changes) waiters.wake(change.commandId, outcomeOfChange(change));
    tellOthers(changes.map(({ commandId }) => commandId));
  }

  /** What was issued here is waited for here, if at all: a single instance never sends a notice. */
  function tellOthers(ids: readonly string[]): void {
    const foreign = [...new Set(ids)].filter((id) => !issued.isOurs(id));
    if (foreign.length > 0) void noticeSettled(pool, log, foreign);
  }

  async function wakeFromRows(ids: readonly string[]): Promise<void> {
    for (const delivery of await findDeliveries(pool, ids))
      waiters.wake(delivery.command_id, outcomeOfDelivery(delivery));
  }

  /** Writes the rows. @returns the message to publish, or why there are none. */
  async function issue(
    id: string,
    { user, serial, command, params }: Order,
  ): Promise<CommandMessage | CommandErrorType> {
    const times = timesOf(command);
    issued.remember(id, command);
    const ownerId = requiredOwner(user);
    const status = await insert({ id, serial, command, params, issuedBy: user.id, ownerId, ...times });
    if (status === null) return 'device_not_found';
    return canReceiveCommands(status) ? toMessage(id, command, params, times) : 'device_offline';
  }

  /** Publishes, and keeps what became of that. @returns whether the broker has it. */
  async function deliver(serial: string, message: CommandMessage): Promise<boolean> {
    const { correlation_id: id, command } = message;
    const { qos, retain } = messages.commands;
    try {
      await broker.publish(topics.commands(serial), JSON.stringify(message), { qos, retain });
      deliveries.change(published(id, serial, Date.now()));
      return true;
    } catch {
      deliveries.change(unpublished(id, serial, Date.now(), commandErrorText('websocket_unavailable', command)));
      return false;
    }
  }

  async function sendAndWait(order: Order): Promise<{ commandId: string; outcome: Outcome } | Refusal> {
    const commandId = randomUUID();
    const endTimer = commandSeconds.startTimer();
    // Before anything is sent: an answer may be quicker than we are.
    const waiting = waiters.wait(commandId, COMMAND_TIMEOUT_MS);
    try {
      const message = await issue(commandId, order);
      if (typeof message === 'string') return { refused: message, commandId: null };
      void deliver(order.serial, message);
      const outcome = (await waiting.outcome) ?? (await lateOutcome(commandId));
      return outcome ? { commandId, outcome } : { refused: 'command_timeout', commandId };
    } finally {
      waiting.cancel();
      endTimer();
    }
  }

  /** A notice may be lost; the row is not. */
  async function lateOutcome(commandId: string): Promise<Outcome | null> {
    const [delivery] = await findDeliveries(pool, [commandId]);
    return delivery?.settled_at ? outcomeOfDelivery(delivery) : null;
  }

  return {
    sendAndWait,

    async send(order) {
      const commandId = randomUUID();
      const message = await issue(commandId, order);
      if (typeof message === 'string') return { refused: message, commandId: null };
      const sent = await deliver(order.serial, message);
      return sent ? { commandId } : { refused: 'websocket_unavailable', commandId };
    },

    async broadcast({ user, command, params }) {
      const id = randomUUID();
      const times = timesOf(command);
      issued.remember(id, command);
      const offlineError = commandErrorText('device_offline', command);
      const devices = await insertBroadcast(pool, { id, command, params, issuedBy: user.id, offlineError, ...times });
      const { qos, retain } = messages.fleetCommands;
      try {
        await broker.publish(topics.fleetCommands, JSON.stringify(toMessage(id, command, params, times)), {
          qos,
          retain,
        });
      } catch {
        await failBroadcast(pool, id, commandErrorText('websocket_unavailable', command));
        return { refused: 'websocket_unavailable', commandId: id, devices };
      }
      await markBroadcastSent(pool, id);
      return { commandId: id, devices };
    },

    answer: deliveries.answer,
    stuckBatches: deliveries.stuck,

    async sweep(now = Date.now()) {
      const ended = await giveUp(pool, now);
      const ids = [...new Set(ended.map(({ command_id }) => command_id))];
      for (const { state } of ended) commandsSettled.inc({ state });
      const waited = waiters.among(ids);
      if (waited.length > 0) await wakeFromRows(waited);
      tellOthers(ids);
    },

    noticed(payload) {
      const ids = waiters.among(idsOfNotice(payload));
      if (ids.length === 0) return;
      wakeFromRows(ids).catch((error: unknown) => log.debug({ err: error }, 'a notice of another instance was lost'));
    },

    async stop() {
      await waitAtMost(DRAIN_MS, deliveries.drain());
      deliveries.stop();
    },
  };
}

type Times = { issuedAt: number; expiresAt: number; deadlineAt: number };

function timesOf(command: Command): Times {
  const { expiresAfterMs, runsAtMostMs } = commandTable[command];
  const issuedAt = Date.now();
  const expiresAt = issuedAt + expiresAfterMs;
  return { issuedAt, expiresAt, deadlineAt: expiresAt + runsAtMostMs };
}

const toMessage = (id: string, command: Command, params: Params, { issuedAt, expiresAt }: Times): CommandMessage => ({
  correlation_id: id,
  command,
  params,
  issued_at: new Date(issuedAt).toISOString(),
  expires_at: new Date(expiresAt).toISOString(),
});
