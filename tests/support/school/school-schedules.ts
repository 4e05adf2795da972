import type { Stack } from '../stack.ts';
import type { TestUser } from '../factories.ts';
import { BELLS, NIGHT_MUSIC } from './timetable.ts';
import { DAY_MS } from './wall-clock.ts';
import { stationsHttp } from '@belfry/schemas/http/library/audio';
import { createMessage } from '../library.ts';
import { scheduleBody } from '../programmes.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';

/** @param day such as 01-01 */
const yearly = (day: string): string => {
  const [month, date] = day.split('-').map(Number);
  return `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${date}`;
};

type Plan = { start: number; mains: number[]; college: number };

/** The bells at all places and the music at the college; they were made before the first day. @returns their ids */
export async function createSchedules(
  stack: Stack,
  owner: TestUser,
  { start, mains, college }: Plan,
): Promise<number[]> {
  const message = await createMessage(stack, owner);
  const station = { name: 'Night', url: 'https://radio.example/night' };
  const { body } = await stack.call(stationsHttp.create, owner, { ...station });
  const firstDay = new Date(start).toISOString().slice(0, 10);
  const bells = BELLS.map(({ name, time, seconds, weekdaysOnly, day }) =>
    scheduleBody(mains, {
      name,
      action: { type: 'message', message_id: message.id },
      starts_at: `${firstDay}T${time}:${String(seconds).padStart(2, '0')}`,
      rrule: weekdaysOnly ? 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' : day === undefined ? 'FREQ=DAILY' : yearly(day),
      duration_minutes: null,
    }),
  );
  const music = scheduleBody([college], {
    name: NIGHT_MUSIC.name,
    action: { type: 'station', station_id: body.id },
    starts_at: `${firstDay}T${NIGHT_MUSIC.from}`,
    rrule: 'FREQ=DAILY',
    duration_minutes: NIGHT_MUSIC.minutes,
  });
  const ids: number[] = [];
  for (const schedule of [...bells, music]) {
    const { status, body: made } = await stack.call(schedulesHttp.create, owner, schedule);
    if (status !== 201) throw new Error(`the schedule was refused: ${JSON.stringify(made)}`);
    ids.push(made.id);
  }
  await stack.db
    .updateTable('schedules')
    .set({ updated_at: new Date(start - DAY_MS) })
    .where('id', 'in', ids)
    .execute();
  return ids;
}
