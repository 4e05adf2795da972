import { setTimeout as delay } from 'node:timers/promises';
import type { DisconnectBody } from '@belfry/schemas/http/internal';
import { messages, type UserEvent } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

export type PublishOptions = { qos: 0 | 1; retain?: boolean };

/** The publishing side of the api's own MQTT connection. */
export type MqttPublisher = {
  readonly connected: boolean;
  /** Resolves when the message is sent, with QoS 1 when it is acknowledged. Rejects with AppError broker_unavailable. */
  publish(topic: string, payload: string, options: PublishOptions): Promise<void>;
};

/** What the api uses of the broker. */
export type BrokerGateway = MqttPublisher & {
  /**
   * Drops all connections of these credentials: serials of devices, user ids of consoles. Must also be called when rights
   * change, since the broker reads them at CONNECT. Best effort: an unavailable broker has no connections.
   */
  disconnect(kind: DisconnectBody['kind'], ids: readonly (string | number)[]): Promise<void>;
};

/** Notifies a user's open consoles which data to refetch. QoS 0 and best effort: a console refetches when it reconnects. */
export async function publishUserEvent(
  broker: MqttPublisher,
  userId: number,
  event: Pick<UserEvent, 'type' | 'ids'>,
): Promise<void> {
  if (!broker.connected) return;
  const payload = JSON.stringify({ ...event, at: new Date().toISOString() } satisfies UserEvent);
  const { qos, retain } = messages.userEvents;
  await broker.publish(topics.userEvents(userId), payload, { qos, retain }).catch(() => undefined);
}

const DISCONNECT_TIMEOUT_MS = 1_000;
/** The delays before further attempts: a revocation must reach the broker within a second, or soon after it is back. */
const RETRY_AFTER_MS = [150, 500];
/** The schema's limit. */
const MAX_IDS_PER_CALL = 10_000;

/** Combines the MQTT publisher with the broker's HTTP call that drops connections. */
export function createBrokerGateway(
  publisher: MqttPublisher,
  { config, log }: { config: Pick<Config, 'BROKER_HTTP_URL' | 'SERVICE_SECRET'>; log: Logger },
): BrokerGateway {
  const url = new URL('/internal/connections/disconnect', config.BROKER_HTTP_URL);

  const post = async (body: DisconnectBody): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${config.SERVICE_SECRET}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(DISCONNECT_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`the broker answered ${response.status}`);
  };

  const retry = async (body: DisconnectBody): Promise<void> => {
    for (const wait of RETRY_AFTER_MS) {
      await delay(wait, undefined, { ref: false });
      const failure = await post(body).then(() => null, asError);
      if (!failure) return;
      log.warn({ err: failure, kind: body.kind }, 'connections were not dropped');
    }
  };

  return {
    get connected() {
      return publisher.connected;
    },
    publish: (topic, payload, options) => publisher.publish(topic, payload, options),
    async disconnect(kind, ids) {
      for (let from = 0; from < ids.length; from += MAX_IDS_PER_CALL) {
        const body = { kind, ids: ids.slice(from, from + MAX_IDS_PER_CALL).map(String) };
        // The caller waits for one attempt only; an unavailable broker has no connections.
        await post(body).catch(() => void retry(body));
      }
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
