import { randomUUID } from 'node:crypto';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { CommandErrorType } from '@belfry/schemas/http/commands';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';
import type { Logger } from '../../log.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { commandSeconds } from '../../mqtt/metrics.ts';
import { waitAtMost } from '../../mqtt/wait-at-most.ts';
import { broadcastCommand, type BroadcastRequest } from './broadcast.service.ts';
import { createCommandSender, type CommandRequest } from './command-sender.ts';
import { createDeliveryWriter, type DeviceResponse } from './delivery-writer.ts';
import { createIssuedCommands } from './issued-commands.ts';
import type { Outcome } from './outcome.ts';
import { createCallerNotifier } from './caller-notifier.ts';
import { sweepDeadlines } from './deadlines.ts';
import { createWaiters } from './waiters.ts';

const DRAIN_MS = 2_000;

/** Why a command was not executed; `commandId` is null where no row was inserted. */
export type Refusal = { refused: CommandErrorType; commandId: string | null };

export type Commands = {
  /** Sends a command and waits for its outcome, for COMMAND_TIMEOUT_MS at most. */
  sendAndWait(request: CommandRequest): Promise<{ commandId: string; outcome: Outcome } | Refusal>;
  /** Sends a command without waiting for its outcome. */
  send(request: CommandRequest): Promise<{ commandId: string } | Refusal>;
  /** Sends a command to every device; `devices` counts the deliveries. */
  broadcast(
    request: BroadcastRequest,
  ): Promise<{ commandId: string; devices: number } | (Refusal & { devices: number })>;
  /** Stores the response of a device; `onDone` is called when it is committed. */
  receiveResponse: (response: DeviceResponse, onDone: () => void) => void;
  /** Settles the deliveries whose deadline has passed. Called by the instance that ingests. */
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

/** Sends commands and settles their deliveries. A command is published only after its rows are committed. */
export function createCommands({ pool, broker, events, log }: CreateCommandsDeps): Commands {
  const waiters = createWaiters();
  const issued = createIssuedCommands(pool);
  const callers = createCallerNotifier({ pool, log, issued, waiters });
  const deliveries = createDeliveryWriter({ pool, log, events, issued, onSettled: callers.settled });
  const sender = createCommandSender({ pool, broker, events, issued, deliveries });

  return {
    async sendAndWait(request) {
      const commandId = randomUUID();
      const endTimer = commandSeconds.startTimer();
      // Before the command is sent, since the response may arrive before `publish` returns.
      const waiting = waiters.wait(commandId, COMMAND_TIMEOUT_MS);
      try {
        const message = await sender.issue(commandId, request);
        if (typeof message === 'string') return { refused: message, commandId: null };
        void sender.publish(request.serial, message);
        const outcome = (await waiting.outcome) ?? (await callers.findOutcome(commandId));
        return outcome ? { commandId, outcome } : { refused: 'command_timeout', commandId };
      } finally {
        waiting.cancel();
        endTimer();
      }
    },

    async send(request) {
      const commandId = randomUUID();
      const message = await sender.issue(commandId, request);
      if (typeof message === 'string') return { refused: message, commandId: null };
      const sent = await sender.publish(request.serial, message);
      return sent ? { commandId } : { refused: 'websocket_unavailable', commandId };
    },

    broadcast: (request) => broadcastCommand({ pool, broker, events, issued }, request),
    receiveResponse: deliveries.writeResponse,
    sweep: (now) => sweepDeadlines({ pool, events, callers }, now),
    onSettledNotification: callers.onNotification,
    stuckBatches: deliveries.stuckBatches,

    async stop() {
      await waitAtMost(DRAIN_MS, deliveries.drain());
      deliveries.stop();
    },
  };
}
