import { PROGRAMME_DAYS } from '@belfry/schemas/domain/announcements';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createUser } from '../support/factories.ts';
import { createSchool } from '../support/programmes.ts';
import { createSchoolDevice, type SchoolDevice } from '../support/school/school-device.ts';
import { findHeard } from '../support/school/school-receipts.ts';
import { bellsOfYear, FIRST_DAY, planSchoolYear, WEEKS } from '../support/school/school-year.ts';
import { announceDue } from '../support/school/schools.ts';
import { simulateTime } from '../support/school/simulated-time.ts';
import { DAY_MS } from '../support/school/wall-clock.ts';
import { startServices, type Services } from '../support/school/services.ts';
import type { Stack } from '../support/stack.ts';

let services: Services;
let stack: Stack;
beforeAll(async () => {
  services = await startServices();
  ({ stack } = services);
});
afterAll(async () => {
  await services.stop();
  vi.useRealTimers();
});

const START = Date.parse(`${FIRST_DAY}T00:00Z`);
/** One school is without network for these days, with the Sunday on which summer time ends. */
const CUT_FROM = Date.parse('2027-10-28T12:00Z');
const CUT_UNTIL = Date.parse('2027-11-02T20:00Z');
const dayOf = (instant: number): number => Math.floor((instant - START) / DAY_MS);
/** A programme reaches PROGRAMME_DAYS and one day ahead. */
const FETCHED_EVERY_DAYS = 4;

test('each bell of a school year rings once at two schools, on its second, one of them without network for a while', async () => {
  const time = simulateTime(START);
  const owner = await createUser(stack);
  const schools = [await createSchool(stack, owner), await createSchool(stack, owner)] as const;
  await planSchoolYear(stack, owner, [schools[0].main, schools[1].main]);
  const devices: SchoolDevice[] = [];
  for (const { device } of schools) devices.push(await createSchoolDevice(stack, device, time.clock));
  const isOffline = (device: SchoolDevice): boolean =>
    device === devices[1] && CUT_FROM <= time.clock.now() && time.clock.now() < CUT_UNTIL;
  const reaches = (device: SchoolDevice, instant: number): boolean => {
    const { flash } = device.device();
    const programme = flash.programme.load()?.programme;
    return (
      Date.parse(programme?.valid_until ?? '1970-01-01') >= instant &&
      (programme?.audio.every(({ sha256 }) => flash.audio.has(sha256)) ?? false)
    );
  };
  const fetched = (day: number): Promise<void> =>
    time.passWhileNot(`the programmes of day ${day}`, async () => {
      await announceDue(stack);
      return devices.every(
        (device) => isOffline(device) || reaches(device, START + (day + PROGRAMME_DAYS + 1) * DAY_MS),
      );
    });
  await fetched(0);

  const { moments, expected } = bellsOfYear(devices.map(({ serial }) => serial));
  const days = Array.from({ length: (WEEKS * 7) / FETCHED_EVERY_DAYS }, (_, index) => index * FETCHED_EVERY_DAYS);
  await time.passUntil(START + WEEKS * 7 * DAY_MS, moments, [
    ...days.slice(1).map((day) => ({ at: START + day * DAY_MS + 600_000, run: () => fetched(day) })),
    { at: CUT_FROM - 60_000, run: () => fetched(dayOf(CUT_FROM)) },
    { at: CUT_FROM, run: () => devices[1]?.setNetwork(false) },
    { at: CUT_UNTIL, run: () => devices[1]?.setNetwork(true) },
    { at: CUT_UNTIL + 60_000, run: () => fetched(dayOf(CUT_UNTIL)) },
  ]);
  await time.passWhileNot('all receipts are stored', () =>
    devices.every((device) => device.device().flash.receipts.size === 0),
  );
  const heard = await findHeard(
    stack.pool,
    devices.map(({ serial }) => serial),
  );
  expect(heard).toEqual(expected);
  expect(Object.keys(heard).length).toBeGreaterThan(2 * WEEKS * 10);
  for (const device of devices) await device.stop();
}, 600_000);
