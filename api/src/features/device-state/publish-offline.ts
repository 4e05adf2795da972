import { messages, type StatusMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';
import { findStatuses } from './presence.sql.ts';

/**
 * Publishes, in the place of their last wills, that these devices are offline: those that are not known to be. The ingest stores
 * it like a last will. Rejects if Postgres or the broker is unavailable.
 */
export async function publishOffline(pool: pg.Pool, broker: MqttPublisher, serials: readonly string[]): Promise<void> {
  const { qos, retain } = messages.status;
  const connected = (await findStatuses(pool, serials)).filter(({ status }) => status !== 'offline');
  const at = new Date().toISOString();
  await Promise.all(
    connected.map(({ serial, ...reported }) => {
      const message: StatusMessage = { ...reported, status: 'offline', at };
      return broker.publish(topics.status(serial), JSON.stringify(message), { qos, retain });
    }),
  );
}
