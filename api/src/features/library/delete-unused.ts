import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deleteMessage } from './messages/messages.repository.ts';
import { findPlayersOf, findSchedulesWith } from './uses.repository.ts';
import { deleteStation } from './stations/stations.repository.ts';

/** Deletes those of a few messages and stations that nothing plays. */
export async function deleteUnused(
  trx: Kysely<Database>,
  { messages = [], stations = [] }: { messages?: readonly number[]; stations?: readonly number[] },
): Promise<void> {
  for (const id of messages) {
    if ((await findSchedulesWith(trx, 'message_id', id)).length === 0) await deleteMessage(trx, id);
  }
  for (const id of stations) {
    if ((await findPlayersOf(trx, 'station_id', id)).length === 0) await deleteStation(trx, id);
  }
}
