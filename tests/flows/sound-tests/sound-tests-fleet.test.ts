/** @module-tag full */
import { newPace, runSoundTests } from '@belfry/api/features/sound-tests/nightly';
import { createLogger } from '@belfry/api/log';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createFleet, type TestFleet } from '../../support/alarms/fleet.ts';
import { NIGHT, NIGHTLY } from '../../support/alarms/sound-nights.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { watchMainThread } from '../../support/main-thread.ts';
import { recordStatements } from '../../support/postgres/record-statements.ts';

const [SITES, DEVICES_OF_SITE] = [2_000, 5];
const AT_ONCE = 200;
const LOOK_MS = 30_000;
const SPAN_MAX_MS = 50;
let store: TestDatabaseAccess;
let fleet: TestFleet;
beforeAll(async () => {
  store = await startTestStore({ connections: 6 });
  fleet = await createFleet(store, { sites: SITES, devices: DEVICES_OF_SITE });
  await sql`
    update companies set time_zone = 'UTC', sound_test = ${JSON.stringify(NIGHTLY)}::jsonb where company_id = ${fleet.main}`.execute(
    store.db,
  );
  await sql`analyze`.execute(store.db);
}, 120_000);
afterEach(() => void vi.restoreAllMocks());
afterAll(() => store.stop());

it(
  'looks at 10,000 devices in one window with a few statements, and without a long span of the main thread',
  { tags: ['full'], timeout: 240_000 },
  async () => {
    let sent = 0;
    const send = (): Promise<object> => {
      sent += 1;
      return Promise.resolve({});
    };
    const deps = {
      db: store.db,
      commands: { send },
      events: { changed: () => undefined },
      log: createLogger('silent'),
    };
    const looks: { statements: number; sent: number; spanMs: number; ms: number }[] = [];
    for (let look = 0; look < 8; look += 1) {
      const statements = recordStatements(store.url);
      const [before, begun, end] = [sent, performance.now(), watchMainThread()];
      await runSoundTests(deps as never, newPace(), NIGHT + look * LOOK_MS);
      const ms = Math.round(performance.now() - begun);
      looks.push({ statements: statements.length, sent: sent - before, spanMs: end(), ms });
      vi.restoreAllMocks();
    }
    const told = JSON.stringify(looks);
    expect(
      looks.map((look) => look.sent),
      told,
    ).toEqual(looks.map(() => AT_ONCE));
    // Those that wait too long, the settings, and one claim.
    expect(Math.max(...looks.map(({ statements }) => statements)), told).toBeLessThanOrEqual(3);
    // The first look compiles the code that it needs.
    const spans = looks.slice(1).map(({ spanMs }) => spanMs);
    expect(spans.toSorted((a, b) => a - b)[Math.floor(spans.length / 2)], told).toBeLessThan(SPAN_MAX_MS);
    const { rows } = await sql<{ most: number; tests: number }>`
      select max(n)::int as most, sum(n)::int as tests from (
        select count(*) as n from sound_tests t join devices d using (device_id) group by d.place_id, t.at) as turns`.execute(
      store.db,
    );
    expect(rows).toEqual([{ most: 1, tests: AT_ONCE * looks.length }]);

    // When the window has ended, all others have a row that says why they were not tested.
    const statements = recordStatements(store.url);
    const end = watchMainThread();
    await runSoundTests(deps as never, newPace(), NIGHT + 41 * 60_000);
    const spanMs = end();
    expect(statements.length).toBeLessThanOrEqual(3);
    expect(spanMs).toBeLessThan(SPAN_MAX_MS);
    const { rows: reasons } = await sql<{ reason: string; tests: number }>`
      select reason, count(*)::int as tests from sound_tests t join devices d using (device_id)
      where d.user_id = ${fleet.owner.id} group by reason order by reason`.execute(store.db);
    expect(reasons).toEqual([
      { reason: 'no_answer', tests: AT_ONCE * looks.length },
      { reason: 'no_time', tests: SITES * DEVICES_OF_SITE - AT_ONCE * looks.length },
    ]);
  },
);
