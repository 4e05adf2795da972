import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { MqttPublisher } from '../../broker-gateway.ts';

/**
 * Takes what a device left behind in the broker: an empty retained message deletes the one before. Best effort, after
 * the device was disconnected, since its last will is retained too.
 */
export async function clearRetained(broker: MqttPublisher, serial: string): Promise<void> {
  const left = [
    topics.status(serial),
    topics.configDesired(serial),
    topics.configReported(serial),
    ...PLAYER_CHANNELS.map((channel) => topics.player(serial, channel)),
  ];
  await Promise.allSettled(left.map((topic) => broker.publish(topic, '', { qos: 1, retain: true })));
}
