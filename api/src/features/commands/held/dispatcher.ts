import { messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type pg from 'pg';
import type { MqttPublisher } from '../../../broker-gateway.ts';
import { toCommandMessage } from '../command-message.ts';
import { publishedChange } from '../delivery-change.ts';
import type { DeliveryWriter } from '../delivery-writer.ts';
import { claimDue, type DueDelivery, type HeldScope } from './held.sql.ts';

const BATCH = 500;

export type Dispatcher = {
  /** Publishes the held deliveries of this scope whose devices are online. @returns how many the broker has accepted. */
  dispatch: (scope: HeldScope, now?: number) => Promise<number>;
};

type DispatcherDeps = {
  pool: pg.Pool;
  broker: MqttPublisher;
  deliveries: Pick<DeliveryWriter, 'writeChange'>;
};

/**
 * Publishes held deliveries. What the broker does not accept remains queued and is tried again; a device that receives
 * a command twice runs it once, because it knows the correlation id.
 */
export function createDispatcher({ pool, broker, deliveries }: DispatcherDeps): Dispatcher {
  async function publish(due: DueDelivery): Promise<number> {
    const { command_id: id, serial, command, params } = due;
    const times = { issuedAt: due.issued_at.getTime(), expiresAt: due.expires_at.getTime() };
    const { qos, retain } = messages.commands;
    const payload = JSON.stringify(toCommandMessage(id, command, params, times));
    try {
      await broker.publish(topics.commands(serial), payload, { qos, retain });
    } catch {
      return 0;
    }
    deliveries.writeChange(publishedChange(id, serial, Date.now()));
    return 1;
  }

  return {
    async dispatch(scope, now = Date.now()) {
      let published = 0;
      while (broker.connected) {
        const due = await claimDue(pool, scope, { now, limit: BATCH });
        for (const one of await Promise.all(due.map(publish))) published += one;
        if (due.length < BATCH) break;
      }
      return published;
    },
  };
}
