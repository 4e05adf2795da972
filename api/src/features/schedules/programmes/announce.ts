import { messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { transact } from '../../../db/transact.ts';
import { lockUnannounced, setAnnounced } from './delivery.repository.ts';
import type { Deps } from '../../../deps.ts';

const BATCH = 500;

/**
 * Publishes the versions that the broker does not have, as retained messages. The rows are locked until then, so that an
 * older version cannot be retained after a newer one. What the broker does not take is tried again by the next call.
 */
export async function announceProgrammes({ db, broker, log }: Pick<Deps, 'db' | 'broker' | 'log'>): Promise<void> {
  const { qos, retain } = messages.programme;
  for (let published = BATCH; published === BATCH && broker.connected;) {
    published = await transact(db, async (trx) => {
      const programmes = await lockUnannounced(trx, BATCH);
      const at = new Date().toISOString();
      const outcomes = await Promise.allSettled(
        programmes.map(({ serial, version, sha256 }) =>
          broker.publish(topics.programme(serial), JSON.stringify({ version, sha256, at }), { qos, retain }),
        ),
      );
      const sent = programmes.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      await setAnnounced(
        trx,
        sent.map(({ device_id }) => device_id),
      );
      if (sent.length < programmes.length)
        log.debug({ devices: programmes.length - sent.length }, 'programmes were not announced');
      return sent.length;
    });
  }
}
