import { messageBodySchema } from '@belfry/schemas/http/announcements/library-texts';
import { scheduleBodySchema } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { insertStation, writeMessage } from '../library/index.ts';
import { checkReferences, insertSchedule } from '../schedules/index.ts';
import { SAMPLE_MESSAGES, SAMPLE_OCCURRENCES, SAMPLE_SCHEDULE, SAMPLE_STATIONS } from './sample-sounds.ts';
import type { SampleContent } from '../../db/column-types.ts';

type Sounds = Required<Pick<SampleContent, 'messages' | 'stations' | 'schedules'>>;

/**
 * Adds the messages and stations of the sample to the library of its owner, and a schedule for these main companies.
 * @returns their ids.
 */
export async function addSounds(trx: Kysely<Database>, userId: number, mains: readonly number[]): Promise<Sounds> {
  const messages: number[] = [];
  for (const message of SAMPLE_MESSAGES)
    messages.push(await writeMessage(trx, userId, messageBodySchema.parse(message)));
  const stations: number[] = [];
  for (const station of SAMPLE_STATIONS) stations.push(await insertStation(trx, userId, station));
  const [message_id] = messages;
  const schedule = scheduleBodySchema.parse({
    ...SAMPLE_SCHEDULE,
    action: { type: 'message', message_id },
    targets: { nodes: mains },
  });
  const { devices, zones } = await checkReferences(trx, userId, schedule);
  const occurrences = SAMPLE_OCCURRENCES * Math.max(1, zones.length);
  const { id } = await insertSchedule(trx, userId, schedule, { devices, time_zone: zones[0] ?? null, occurrences });
  return { messages, stations, schedules: [id] };
}
