import { PROGRAMME_DAYS } from '@belfry/schemas/domain/announcements';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { createUser } from '../factories.ts';
import type { Stack } from '../stack.ts';
import { createSchoolDevice, type SchoolDevice } from './school-device.ts';
import { simulateTime, type SimulatedTime } from './simulated-time.ts';
import { createSchedules } from './school-schedules.ts';
import { nightsOf, QUIET, timetable, type Night, type Ringing } from './timetable.ts';
import { DAY_MS } from './wall-clock.ts';
import { createSchool, type School } from '../programmes.ts';

export const DAYS = 10;
const PLACES = {
  hall: 'Europe/Berlin',
  dormitory: 'Europe/Berlin',
  college: 'America/New_York',
  island: 'Australia/Lord_Howe',
};
export type PlaceName = keyof typeof PLACES;
export type SchoolPlace = { name: PlaceName; zone: string; device: SchoolDevice; ringings: Ringing[] };
export type Schools = {
  start: number;
  time: SimulatedTime;
  places: SchoolPlace[];
  serials: string[];
  /** With music at the college. */
  nights: Night[];
  /** The instants of all bells, and of the beginning and end of music. */
  moments: number[];
  /** Waits until all devices have the programme of this day. */
  compiled(day: number): Promise<void>;
  /** Waits until the server has stored all receipts. */
  acknowledged(): Promise<void>;
  close(): Promise<void>;
};

/** Schools in three zones with the bells of BELLS, whose devices have their programmes and audio at midnight of a day in UTC. */
export async function openSchools(stack: Stack, start: number): Promise<Schools> {
  const time = simulateTime(start);
  const owner = await createUser(stack);
  const created: { name: PlaceName; zone: string; school: School }[] = [];
  for (const [name, zone] of Object.entries(PLACES) as [PlaceName, string][]) {
    created.push({ name, zone, school: await createSchool(stack, owner, zone) });
  }
  const mains = created.map(({ school }) => school.main);
  const mainOf = (place: PlaceName): number => created.find(({ name }) => name === place)?.school.main ?? 0;
  await setQuiet(stack, mainOf('dormitory'));
  const schedules = await createSchedules(stack, owner, { start, mains, college: mainOf('college') });

  const zones = [...new Set(Object.values(PLACES))];
  const bells = timetable(zones, start, DAYS);
  const nights = nightsOf(PLACES.college, start, DAYS);
  const places: SchoolPlace[] = [];
  for (const { name, zone, school } of created) {
    const device = await createSchoolDevice(stack, school.device, time.clock);
    places.push({ name, zone, device, ringings: bells.get(zone) ?? [] });
  }
  const soon = bellsWithin(places, start + (PROGRAMME_DAYS - 1) * DAY_MS);
  await time.passWhileNot('the devices have their programmes', async () => {
    await announceDue(stack);
    return places.every((place) => hasProgramme(place, soon));
  });

  return {
    start,
    time,
    places,
    serials: places.map(({ device }) => device.serial),
    nights,
    moments: [
      ...places.flatMap(({ ringings }) => ringings.map(({ at }) => at)),
      ...nights.flatMap(({ from, until }) => [from, until]),
    ],
    compiled: (day) =>
      time.passWhileNot(`the programmes of day ${day}`, async () => {
        await announceDue(stack);
        return places.every(({ device }) => reachesTo(device) >= start + (day + PROGRAMME_DAYS + 1) * DAY_MS);
      }),
    acknowledged: () =>
      time.passWhileNot('all receipts are stored', () =>
        places.every(({ device }) => device.device().flash.receipts.size === 0),
      ),
    async close() {
      for (const { device } of places) await device.stop();
      for (const id of schedules) await stack.call(schedulesHttp.remove, owner, { id });
    },
  };
}

/** Postgres, whose time is the real one, would wait for years with what is announced at a simulated instant. */
export async function announceDue({ db }: Stack): Promise<void> {
  await db.updateTable('programmes').set({ announce_at: null }).where('announce_at', '<=', new Date()).execute();
}

/** The names of the bells that ring before this instant. One that rings once a year is not in every programme. */
const bellsWithin = (places: readonly SchoolPlace[], until: number): Set<string> =>
  new Set(places.flatMap(({ ringings }) => ringings.filter(({ at }) => at < until).map(({ bell }) => bell.name)));

/** Whether the device has a programme with so many bells, and all its audio. */
function hasProgramme({ device }: SchoolPlace, bells: ReadonlySet<string>): boolean {
  const { flash } = device.device();
  const programme = flash.programme.load()?.programme;
  const ids = new Set(programme?.runs.map(({ schedule_id }) => schedule_id));
  return bells.size <= ids.size && (programme?.audio.every(({ sha256 }) => flash.audio.has(sha256)) ?? false);
}

const reachesTo = (device: SchoolDevice): number =>
  Date.parse(device.device().flash.programme.load()?.programme.valid_until ?? '1970-01-01');

async function setQuiet({ db }: Stack, company: number): Promise<void> {
  const quiet_hours = JSON.stringify([{ ...QUIET, days: [1, 2, 3, 4, 5, 6, 7] }]) as never;
  await db.updateTable('companies').set({ quiet_hours }).where('company_id', '=', company).execute();
}
