import { randomUUID } from 'node:crypto';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { CommandErrorType } from '@belfry/schemas/http/commands';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';
import type { Logger } from '../../log.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { commandSeconds } from '../../mqtt/metrics.ts';
import { waitAtMost } from '../../mqtt/wait-at-most.ts';
import { broadcastCommand, type BroadcastOrder } from './broadcast.service.ts';
import { createCommandSender, type Order } from './command-sender.ts';
import { createDeliveryLog, type Answer } from './delivery-log.ts';
import { createIssuedCommands } from './issued-commands.ts';
import type { Outcome } from './outcome.ts';
import { createSettlement } from './settlement.ts';
import { createWaiters } from './waiters.ts';

const DRAIN_MS = 2_000;

/** Why a command did not get to its end; `commandId` where there is a row. */
export type Refusal = { refused: CommandErrorType; commandId: string | null };

export type Commands = {
  /** Sends a command and waits for its outcome, for COMMAND_TIMEOUT_MS at most. */
  sendAndWait(order: Order): Promise<{ commandId: string; outcome: Outcome } | Refusal>;
  /** Sends a command; its result is asked for later. */
  send(order: Order): Promise<{ commandId: string } | Refusal>;
  /** Sends a command to every device; `devices` counts the deliveries. */
  broadcast(order: BroadcastOrder): Promise<{ commandId: string; devices: number } | (Refusal & { devices: number })>;
  /** Called by the ingest with an answer of a device; `onDone` when it is committed. */
  answer: (answer: Answer, onDone: () => void) => void;
  /** Settles what has passed its deadline. Called by the instance that ingests. */
  sweep(now?: number): Promise<void>;
  /** Another instance settled these: callers that wait here are woken. */
  noticed: (payload: string) => void;
  /** Names the batch of answers when it has been waiting for its commit too long. */
  stuckBatches: () => string[];
  stop(): Promise<void>;
};

type CreateCommandsDeps = {
  pool: pg.Pool;
  broker: MqttPublisher;
  events: Pick<ConsoleEvents, 'changed'>;
  log: Logger;
};

/** Commands on their way to devices and back. Rows come first: what is not committed is not sent. */
export function createCommands({ pool, broker, events, log }: CreateCommandsDeps): Commands {
  const waiters = createWaiters();
  const issued = createIssuedCommands(pool);
  const settlement = createSettlement({ pool, log, events, issued, waiters });
  const deliveries = createDeliveryLog({ pool, log, events, issued, onSettled: settlement.onSettled });
  const sender = createCommandSender({ pool, broker, events, issued, deliveries });

  return {
    async sendAndWait(order) {
      const commandId = randomUUID();
      const endTimer = commandSeconds.startTimer();
      // Before anything is sent, since the answer may come before the call that publishes returns.
      const waiting = waiters.wait(commandId, COMMAND_TIMEOUT_MS);
      try {
        const message = await sender.issue(commandId, order);
        if (typeof message === 'string') return { refused: message, commandId: null };
        void sender.publish(order.serial, message);
        const outcome = (await waiting.outcome) ?? (await settlement.storedOutcome(commandId));
        return outcome ? { commandId, outcome } : { refused: 'command_timeout', commandId };
      } finally {
        waiting.cancel();
        endTimer();
      }
    },

    async send(order) {
      const commandId = randomUUID();
      const message = await sender.issue(commandId, order);
      if (typeof message === 'string') return { refused: message, commandId: null };
      const sent = await sender.publish(order.serial, message);
      return sent ? { commandId } : { refused: 'websocket_unavailable', commandId };
    },

    broadcast: (order) => broadcastCommand({ pool, broker, events, issued }, order),
    answer: deliveries.answer,
    sweep: settlement.sweep,
    noticed: settlement.noticed,
    stuckBatches: deliveries.stuck,

    async stop() {
      await waitAtMost(DRAIN_MS, deliveries.drain());
      deliveries.stop();
    },
  };
}
