import { createRandom } from '@belfry/device-firmware-sim/hardware/random';
import type { Services } from './services.ts';
import { heardKey, type Heard } from './school-receipts.ts';
import { DAYS, type SchoolPlace, type Schools } from './schools.ts';
import { DAY_MS } from './wall-clock.ts';
import type { Action } from './simulated-time.ts';
import { isQuietAt, NIGHT_MUSIC, type Ringing } from './timetable.ts';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;
/** Power that is lost by chance is lost so far from any bell of the place. */
const FROM_BELLS_MS = 120 * SECOND_MS;

type Outage = { from: number; until: number };

/** What goes wrong at the schools within the ten days, and what is heard nevertheless. */
export function accidentsOf(schools: Schools, services: Services): { actions: Action[]; expected: Heard } {
  const outages = new Map(schools.places.map((place) => [place, outagesOf(place, schools.start)]));
  return {
    actions: [
      ...restartsOf(schools, services),
      ...[...outages].flatMap(([{ device }, list]) =>
        list.flatMap(({ from, until }) => [
          { at: from, run: device.losePower },
          { at: until, run: device.switchOn },
        ]),
      ),
    ],
    expected: Object.fromEntries([
      ...schools.places.flatMap((place) =>
        place.ringings.map((ringing) => heardOf(place, ringing, outages.get(place))),
      ),
      ...musicOf(schools),
    ]),
  };
}

/** The server's services, one each day, the broker while bells ring; and the island is without network for six days. */
function restartsOf({ start, places, compiled }: Schools, services: Services): Action[] {
  const at = (day: number, hour = 20.1): number => start + day * DAY_MS + hour * HOUR_MS;
  const island = places.find(({ name }) => name === 'island')?.device;
  const noon =
    bellOf(
      places.find(({ name }) => name === 'hall'),
      3,
    )?.at ?? 0;
  return [
    { at: at(1, 0.02), run: () => compiled(1) },
    { at: at(1), run: services.restartApi },
    { at: at(1, 22.1), run: () => island?.setNetwork(false) },
    { at: at(2), run: services.restartReplica },
    { at: noon - 20 * SECOND_MS, run: services.stopBroker },
    { at: noon + 60 * SECOND_MS, run: services.startBroker },
    { at: at(4), run: services.restartPostgres },
    { at: at(5, 1.1), run: services.stopApis },
    { at: at(6, 13.1), run: services.startApis },
    { at: at(7, 22.1), run: () => island?.setNetwork(true) },
    { at: at(8, 0.02), run: () => compiled(8) },
  ];
}

/** The bell at half past twelve of a day. */
const bellOf = (place: SchoolPlace | undefined, day: number): Ringing | undefined =>
  place?.ringings.filter(({ bell }) => bell.time === '12:30')[day];

/** When a place is without power: a while each day, and at one bell each at two of the places. */
function outagesOf({ name, ringings }: SchoolPlace, start: number): Outage[] {
  const random = createRandom(`power of ${name}`);
  const outages: Outage[] = [];
  while (outages.length < DAYS) {
    const from = start + outages.length * DAY_MS + random.integer(HOUR_MS / 2, DAY_MS - HOUR_MS);
    const until = from + random.integer(5, 90) * SECOND_MS;
    if (ringings.every(({ at }) => at < from - FROM_BELLS_MS || at > until + FROM_BELLS_MS))
      outages.push({ from, until });
  }
  const bell = name === 'hall' ? bellOf({ name, ringings } as SchoolPlace, 4)?.at : undefined;
  if (bell !== undefined) outages.push({ from: bell - 10 * SECOND_MS, until: bell + 30 * SECOND_MS });
  const cut = name === 'college' ? bellOf({ name, ringings } as SchoolPlace, 3)?.at : undefined;
  if (cut !== undefined) outages.push({ from: cut + SECOND_MS / 2, until: cut + 30 * SECOND_MS });
  return outages;
}

function heardOf(
  { zone, name, device }: SchoolPlace,
  { bell, at, first }: Ringing,
  outages: Outage[] = [],
): [string, string[]] {
  const key = heardKey(device.serial, bell.name, first);
  if (outages.some(({ from, until }) => from <= at && at < until)) return [key, ['missed: could not start on time']];
  if (name === 'dormitory' && isQuietAt(zone, at)) return [key, ['skipped: quiet hours']];
  const cut = outages.some(({ from }) => from > at && from < at + SECOND_MS);
  return [key, [`started ${new Date(at).toISOString()}`, cut ? 'interrupted: power was lost' : 'finished']];
}

/** Each night at the college, as one run whatever happens to the power. The last night has not ended. */
function musicOf({ start, places, nights }: Schools): [string, string[]][] {
  const serial = places.find(({ name }) => name === 'college')?.device.serial ?? '';
  return nights.map(({ from, until }) => [
    heardKey(serial, NIGHT_MUSIC.name, from),
    [`started ${new Date(from).toISOString()}`, ...(until < start + DAYS * DAY_MS ? ['finished'] : [])],
  ]);
}
