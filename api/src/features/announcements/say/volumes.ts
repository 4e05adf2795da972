import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Place } from '../../places/index.ts';
import { findVoiceVolumes } from './new-run.repository.ts';

const FULL_VOLUME = 100;

/**
 * The limits of the devices that are louder than theirs, by device. A device plays with the volume that it is sent, so one that is
 * quieter than its limit is sent none. One whose volume is not known counts as loud.
 */
export async function volumesToSend(db: Kysely<Database>, places: readonly Place[]): Promise<Map<number, number>> {
  const limited = places.filter(({ volume_max }) => volume_max < FULL_VOLUME);
  if (limited.length === 0) return new Map();
  const ids = limited.map(({ device_id }) => device_id);
  const now = await findVoiceVolumes(db, ids);
  const louder = limited.filter(({ device_id, volume_max }) => (now.get(device_id) ?? FULL_VOLUME) > volume_max);
  return new Map(louder.map(({ device_id, volume_max }) => [device_id, volume_max]));
}
