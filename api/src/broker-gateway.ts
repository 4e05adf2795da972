import type { DisconnectBody } from '@belfry/schemas/http/internal';
import { messages, type UserEvent } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';

export type PublishOptions = { qos: 0 | 1; retain?: boolean };

/** The publishing side of the api's own MQTT connection. */
export type MqttPublisher = {
  readonly connected: boolean;
  /** Resolves when the broker has it (QoS 1: acknowledged). Rejects with AppError broker_unavailable. */
  publish(topic: string, payload: string, options: PublishOptions): Promise<void>;
};

/** Everything that the api asks of the broker. */
export type BrokerGateway = MqttPublisher & {
  /**
   * Drops every connection of these credentials at once: serials of devices, user ids of consoles. Also when rights
   * changed, since a broker reads them at CONNECT. Best effort: while the broker is away nobody is connected to it.
   */
  disconnect(kind: DisconnectBody['kind'], ids: readonly (string | number)[]): Promise<void>;
};

/** Tells a user's open consoles what to refetch. QoS 0 and best effort: a console that missed it refetches at reconnect. */
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
