import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DAYS, openSchools, type Schools } from '../support/school/schools.ts';
import { DAY_MS } from '../support/school/wall-clock.ts';
import { startServices, type Services } from '../support/school/services.ts';
import { accidentsOf } from '../support/school/accidents.ts';
import { findHeard } from '../support/school/school-receipts.ts';

let services: Services;
let schools: Schools | undefined;
beforeAll(async () => {
  services = await startServices();
});
afterEach(async () => {
  await schools?.close();
  schools = undefined;
});
afterAll(async () => {
  await services.stop();
  vi.useRealTimers();
});

test.each([
  ['over New Year, whose week has days of both years', '2026-12-27'],
  ['with summer time in America, whose bell at half past two does not exist', '2027-03-10'],
  ['with 29 February', '2028-02-25'],
  ['with summer time in Europe and its end in Australia', '2028-03-25'],
  ['with the end of summer time in Europe and America', '2028-10-28'],
])(
  'ten days %s: each bell rings once, on its second, and its receipts are stored once, whatever is restarted meanwhile',
  async (_days, firstDay) => {
    const start = Date.parse(`${firstDay}T00:00Z`);
    schools = await openSchools(services.stack, start);
    const { actions, expected } = accidentsOf(schools, services);
    await schools.time.passUntil(start + DAYS * DAY_MS, schools.moments, actions);
    await schools.acknowledged();
    const heard = await findHeard(services.stack.pool, schools.serials);
    expect(heard).toEqual(expected);
    expect(Object.keys(heard).length).toBeGreaterThan(4 * DAYS * 4);
  },
  300_000,
);
