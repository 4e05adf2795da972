import { topics } from '@belfry/schemas/mqtt/topics';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { MqttPublisher } from '../../../broker-gateway.ts';
import { toCommandMessage } from '../sending/command-message.ts';
import { publishedChange } from '../deliveries/delivery-change.ts';
import type { DeliveryWriter } from '../deliveries/delivery-writer.ts';
import { publishCommand } from '../publish-command.ts';
import { claimDue, type DueDelivery, type HeldScope } from './held.sql.ts';
import { claimSilent } from './silent.sql.ts';

const BATCH = 500;

export type Dispatcher = {
  /** Publishes the held deliveries of this scope whose devices are online. @returns how many the broker has accepted. */
  dispatch: (scope: HeldScope, now?: number) => Promise<number>;
  /** Repeats the commands to which reachable devices have not answered for too long. */
  repeat: (now: number) => Promise<void>;
};

type DispatcherDeps = {
  db: Kysely<Database>;
  broker: MqttPublisher;
  deliveries: Pick<DeliveryWriter, 'writeChange'>;
};

/**
 * Publishes held deliveries. What the broker does not accept remains queued and is tried again; a device that receives
 * a command twice runs it once, because it knows the correlation id.
 */
export function createDispatcher({ db, broker, deliveries }: DispatcherDeps): Dispatcher {
  async function send({ command_id: id, serial, command, params, ...due }: DueDelivery): Promise<boolean> {
    const times = { issuedAt: due.issued_at.getTime(), expiresAt: due.expires_at.getTime() };
    const message = toCommandMessage(id, command, params, times);
    return publishCommand(broker, topics.commands(serial), message).then(
      () => true,
      () => false,
    );
  }

  async function publish(due: DueDelivery): Promise<number> {
    if (!(await send(due))) return 0;
    deliveries.writeChange(publishedChange(due.command_id, due.serial, Date.now()));
    return 1;
  }

  return {
    async dispatch(scope, now = Date.now()) {
      let published = 0;
      while (broker.connected) {
        const due = await claimDue(db, scope, { now, limit: BATCH });
        for (const one of await Promise.all(due.map(publish))) published += one;
        if (due.length < BATCH) break;
      }
      return published;
    },

    async repeat(now) {
      if (broker.connected) await Promise.all((await claimSilent(db, now)).map(send));
    },
  };
}
