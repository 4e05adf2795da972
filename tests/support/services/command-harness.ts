import { SETTLED_CHANNEL } from '@belfry/api/features/commands/index';
import type { Commands } from '@belfry/api/features/commands/commands.service';
import { commandSeconds, commandsSettled } from '@belfry/api/mqtt/metrics';
import { canCommandDevice } from '@belfry/api/policies/devices';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { endFakeTimers } from '../fake-date.ts';
import { startCommandService } from './command-service.ts';
import { until } from '../until.ts';
import { RESULT } from '../commands.ts';

/** A request to set a volume, without its user and device. */
export const SET_VOLUME = {
  policy: canCommandDevice,
  command: 'set_volume',
  params: { channel: 1, volume: 30 },
} as const;

/** A final response that reports success. */
export const doneResponse = (id: string, overrides: Partial<ResponseMessage> = {}): ResponseMessage => ({
  correlation_id: id,
  phase: 'done',
  success: true,
  result: RESULT,
  error: null,
  error_type: null,
  execution_time_ms: 12,
  at: new Date().toISOString(),
  ...overrides,
});

/** Registers hooks that start a command service for the file, and a new instance of the commands for each test. */
export function commandHarness() {
  let service: Awaited<ReturnType<typeof startCommandService>>;
  let commands: Commands;
  let endListening: () => void;
  /** The payloads that instances have sent to each other, in order. */
  const notifications: string[] = [];

  beforeAll(async () => {
    service = await startCommandService();
    const listener = await service.pool.connect();
    listener.on('notification', ({ payload = '' }) => notifications.push(payload));
    await listener.query(`listen ${SETTLED_CHANNEL}`);
    endListening = () => listener.release(true);
  });
  beforeEach(() => {
    commands = service.instance();
    service.published.length = 0;
    service.notified.length = 0;
    service.broker.failing = false;
    notifications.length = 0;
  });
  afterEach(endFakeTimers);
  afterAll(async () => {
    endListening();
    await service.stop();
  });

  return {
    get service() {
      return service;
    },
    get commands() {
      return commands;
    },
    notifications,
    /** Waits for a published command. @returns the id of the last one. */
    async untilPublished(): Promise<string> {
      await until('it is published', () => service.published.length > 0);
      return String(service.published.at(-1)?.message['correlation_id']);
    },
    /** Passes the response of a device to the commands, and waits for its commit. */
    respond: (serial: string, message: ResponseMessage, instance = commands) =>
      new Promise<void>((resolve) => instance.receiveResponse({ serial, message, receivedAt: Date.now() }, resolve)),
    /** The notifications that name a command, after all earlier ones have arrived. */
    async notificationsOf(id: string): Promise<string[]> {
      await service.pool.query('select pg_notify($1, $2)', [SETTLED_CHANNEL, 'fence']);
      await until('the fence', () => notifications.includes('fence'));
      return notifications.filter((payload) => payload.includes(id));
    },
  };
}

/** How many callers that waited have been counted by the metric. */
export const countWaitedCalls = async (): Promise<number> =>
  (await commandSeconds.get()).values.find(({ metricName }) => metricName?.endsWith('_count'))?.value ?? 0;

/** How many deliveries have been counted as settled with this state. */
export const countSettled = async (state: string): Promise<number> =>
  (await commandsSettled.get()).values.find(({ labels }) => labels['state'] === state)?.value ?? 0;
