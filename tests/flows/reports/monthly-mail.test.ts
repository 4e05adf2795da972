import { sendMonthlyReports } from '@belfry/api/features/reports/monthly-mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFleet, type TestFleet } from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { createUser, type TestUser } from '../../support/factories.ts';

type Deps = Parameters<typeof sendMonthlyReports>[0];
let store: TestDatabaseAccess;
let deps: Deps;
let fleet: TestFleet;
beforeAll(async () => {
  store = await startTestStore({ connections: 6 });
  const config = {
    SMS_DAILY_MAX: 1_000,
    MAIL_DAILY_MAX: 1_000,
    PUBLIC_URL: 'https://belfry.test',
    HTTP_PORT: 1,
  } as unknown as Deps['config'];
  const { db } = store;
  const jobs = { sendAll: () => Promise.resolve() } as unknown as Deps['jobs'];
  const long = {
    read: (_id: number, work: (connections: object) => unknown) => work({ db }),
  } as unknown as Deps['long'];
  deps = { db, config, jobs, long };
  fleet = await createFleet(store, { sites: 1, devices: 2 });
  await sql`update devices set created_at = now() - interval '200 days'`.execute(db);
});
afterAll(() => store.stop());

async function want({ id }: TestUser, time_zone: string, lang = 'en'): Promise<void> {
  await sql`insert into user_settings (user_id, report_mail) values (${id}, true)`.execute(store.db);
  await sql`update users set email_confirm = true, time_zone = ${time_zone}, lang = ${lang} where id = ${id}`.execute(
    store.db,
  );
}
async function mailsTo({ email }: TestUser): Promise<{ subject: string; text: string }[]> {
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text from outgoing_messages where lower(recipient) = lower(${email}) and kind = 'notice' order by id`.execute(
    store.db,
  );
  return rows;
}

it('tells who wants it of the month before, once, on the first day of the next one by their clock', async () => {
  const [viewer, stranger, other] = [await createUser(store), await createUser(store), await createUser(store)];
  const site = fleet.sites[0]?.company_id ?? 0;
  await sql`insert into memberships (company_id, user_id, role, rights) values (${site}, ${viewer.id}, 'viewer', 1)`.execute(
    store.db,
  );
  const former = await createUser(store);
  await sql`
    insert into memberships (company_id, user_id, role, rights, expires_at)
    values (${site}, ${former.id}, 'viewer', 1, now() - interval '1 minute')`.execute(store.db);
  await want(former, 'UTC');
  await want(fleet.owner, 'UTC');
  await want(viewer, 'Pacific/Auckland', 'ru');
  await want(stranger, 'UTC');
  const present = new Date();
  const first = Date.UTC(present.getUTCFullYear(), present.getUTCMonth(), 1);
  const month = new Date(first - 86_400_000).toISOString().slice(0, 7);
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    first - 86_400_000,
  );
  // In New Zealand it is the first day already.
  await sendMonthlyReports(deps, first - 3 * 3_600_000);
  expect(await mailsTo(fleet.owner)).toEqual([]);
  const [early] = await mailsTo(viewer);
  expect(early?.text).toContain('Site 1: устройства были доступны 100,00');
  await sendMonthlyReports(deps, first + 5 * 3_600_000);
  expect(await mailsTo(fleet.owner)).toEqual([]);
  await Promise.all([1, 2].map(() => sendMonthlyReports(deps, first + 7 * 3_600_000)));
  await sendMonthlyReports(deps, first + 30 * 3_600_000);
  const mails = await mailsTo(fleet.owner);
  expect(mails.map(({ subject }) => subject)).toEqual([`Belfry: report of ${name}`]);
  expect(mails[0]?.text).toContain('Chain: devices were available 100.00%, alarms: 0');
  expect(mails[0]?.text).toContain(`https://belfry.test/activity?view=reports&node=${fleet.main}&month=${month}`);
  expect(await mailsTo(viewer)).toHaveLength(1);
  for (const person of [stranger, other, former]) expect(await mailsTo(person)).toEqual([]);
});
