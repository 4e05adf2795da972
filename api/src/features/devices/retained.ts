import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { MqttPublisher } from '../../broker-gateway.ts';
import { createYielder } from '../../lib/map-yielding.ts';

const DEVICES_AT_ONCE = 50;

/**
 * Deletes the retained messages of these devices with empty retained messages. Best effort, and after the devices were
 * disconnected, because a last will is retained too. Resolves after the first devices; the others of a long list follow.
 */
export async function clearRetained(broker: MqttPublisher, serials: readonly string[]): Promise<void> {
  await clearAll(broker, serials.slice(0, DEVICES_AT_ONCE), { qos: 1 });
  void clearOthers(broker, serials.slice(DEVICES_AT_ONCE));
}

/** Nobody waits for these. Without acknowledgements, of which ten thousand devices would have a hundred thousand, it costs half as much. */
async function clearOthers(broker: MqttPublisher, serials: readonly string[]): Promise<void> {
  const breathe = createYielder();
  for (let from = 0; from < serials.length; from += DEVICES_AT_ONCE) {
    await breathe();
    await clearAll(broker, serials.slice(from, from + DEVICES_AT_ONCE), { qos: 0 });
  }
}

async function clearAll(broker: MqttPublisher, serials: readonly string[], { qos }: { qos: 0 | 1 }): Promise<void> {
  const retained = serials.flatMap((serial) => [
    topics.status(serial),
    topics.metrics(serial),
    topics.responses(serial),
    topics.programme(serial),
    topics.receipts(serial),
    topics.inputs(serial),
    topics.outputs(serial),
    topics.configDesired(serial),
    topics.configReported(serial),
    ...PLAYER_CHANNELS.map((channel) => topics.player(serial, channel)),
  ]);
  await Promise.allSettled(retained.map((topic) => broker.publish(topic, '', { qos, retain: true })));
}
