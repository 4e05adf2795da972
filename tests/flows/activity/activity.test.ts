import { randomUUID } from 'node:crypto';
import { activityHttp, type ActivityRow } from '@belfry/schemas/http/activity/activity';
import { needsHttp } from '@belfry/schemas/http/activity/needs';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { auditHttp } from '@belfry/schemas/http/audit';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

let shops: Awaited<ReturnType<typeof createShops>>;
let owner: TestUser;
beforeEach(async () => {
  shops = await createShops(api);
  owner = shops.owner;
});

const MINUTE_MS = 60_000;
const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);

type Shop = typeof shops.own;
type Heard = { at: Shop; state: string; reason?: string };

/** A run at new devices of these shops, as it is stored when it is over. */
async function saidAt(
  title: string,
  minutes: number,
  heard: readonly Heard[],
  said: object | null = null,
): Promise<string> {
  const run_id = randomUUID();
  const nodes = heard.map(({ at }) => at.company.company_id);
  await sql`
    insert into announcement_runs (run_id, kind, user_id, title, priority, state, at, targets, said)
    values (${run_id}::uuid, 'say', ${owner.id}, ${title}, 'say_now', 'finished', ${ago(minutes)}, ${JSON.stringify({ nodes })}::jsonb,
      ${said && JSON.stringify(said)}::jsonb)`.execute(api.db);
  for (const { at, state, reason = null } of heard) {
    const { company_id } = await createCompany(api, { below: at.company });
    const device = await createDevice(api, { user_id: owner.id, company_id });
    await sql`
      insert into announcement_deliveries (run_id, device_id, user_id, company_id, place, state, reason, language, at, time_zone)
      values (${run_id}::uuid, ${device.device_id}, ${owner.id}, ${company_id}, 'Speaker', ${state}, ${reason}, 'de-DE',
        ${ago(minutes)}, 'Europe/Berlin')`.execute(api.db);
  }
  return run_id;
}

async function alarmAt({ node }: Shop, severity: string, minutes: number): Promise<number> {
  const { rows } = await sql<{ alarm_id: number }>`
    insert into alarms (kind, subject, owner_id, company_id, place, severity, raised_at)
    values ('site_offline', ${`node:${randomUUID()}`}, ${owner.id}, ${node.company_id}, 'Shop', ${severity}, ${ago(minutes)})
    returning alarm_id`.execute(api.db);
  return rows[0]?.alarm_id ?? 0;
}

const read = async (user: TestUser, query: object = {}) => {
  const { status, body } = await api.call(activityHttp.list, user, query);
  expect(status).toBe(200);
  return body;
};
const nameOf = (row: ActivityRow): string =>
  row.kind === 'said' ? row.receipt.title : row.kind === 'alarm' ? row.alarm.kind : row.kind;
const names = async (user: TestUser, query: object = {}) => (await read(user, query)).rows.map(nameOf);

describe('the activity', () => {
  it('has all kinds by time, in pages that neither repeat nor leave out a row, also of one instant', async () => {
    await saidAt('First', 30, [{ at: shops.own, state: 'finished' }]);
    await alarmAt(shops.own, 'low', 20);
    await saidAt('Second', 10, [{ at: shops.own, state: 'finished' }]);
    await api.call(groupsHttp.create, owner, { name: 'Halls', devices: [] });
    await sql`update alarms set raised_at = r.at from announcement_runs r
      where r.user_id = ${owner.id} and owner_id = ${owner.id} and r.title = 'Second'`.execute(api.db);
    const rows: ActivityRow[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(owner, { limit: 1, ...(after !== null && { after }) });
      rows.push(...page.rows);
      after = page.next;
    } while (after !== null);
    expect(rows.map(nameOf)).toEqual((await read(owner)).rows.map(nameOf));
    expect(rows.map(nameOf).filter((name) => name !== 'change')).toEqual(['site_offline', 'Second', 'First']);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ kind }) => kind === 'change').length).toBeGreaterThan(0);
  });

  it('is filtered by view, place, time and text', async () => {
    await saidAt('Closing soon', 60, [{ at: shops.own, state: 'finished' }]);
    await saidAt('Till two please', 5, [{ at: shops.other, state: 'finished' }]);
    await alarmAt(shops.other, 'low', 30);
    await api.call(groupsHttp.create, owner, { name: 'Halls', devices: [] });
    expect(await names(owner, { view: 'said' })).toEqual(['Till two please', 'Closing soon']);
    expect(await names(owner, { view: 'alarms' })).toEqual(['site_offline']);
    expect(new Set(await names(owner, { view: 'changes' }))).toEqual(new Set(['change']));
    const at = { company_id: shops.own.company.company_id };
    expect((await names(owner, at)).filter((name) => name !== 'change')).toEqual(['Closing soon']);
    expect(await names(owner, { view: 'said', from: ago(20).toISOString() })).toEqual(['Till two please']);
    expect(await names(owner, { view: 'said', to: ago(20).toISOString() })).toEqual(['Closing soon']);
    expect(await names(owner, { q: 'closing' })).toEqual(['Closing soon']);
    // The name of the kind, which is no text of the database.
    expect(await names(owner, { view: 'alarms', q: 'place off' })).toEqual(['site_offline']);
    expect((await api.call(activityHttp.list, owner, { after: 'tomorrow' })).status).toBe(400);
  });

  it('tells of a receipt who heard it where, by which voices, and why the others did not', async () => {
    const heard = [
      { at: shops.own, state: 'finished' },
      { at: shops.other, state: 'skipped', reason: 'quiet hours' },
    ];
    const run_id = await saidAt('Closing soon', 5, heard, {
      text: 'Closing soon',
      priority: 'say_now',
      text_language: 'en',
    });
    const [row] = (await read(owner, { view: 'said' })).rows;
    expect(row).toMatchObject({
      kind: 'said',
      receipt: {
        run_id,
        devices: 2,
        heard: 1,
        other_voices: 1,
        is_over: true,
        time_zone: 'Europe/Berlin',
        why: { state: 'skipped', reason_code: 'quiet_hours', devices: 1 },
      },
    });
    const below = await createMember(api, owner, shops.own.company, { role: 'announcer' });
    expect((await read(below, { view: 'said' })).rows).toMatchObject([
      { receipt: { devices: 1, heard: 1, why: null } },
    ]);
  });
});

it('tells of a volume and a silence what they were before, by which they are taken back', async () => {
  const { company_id } = shops.own.company;
  await api.call(companyChangesHttp.edit, owner, { company_id, time_zone: 'Asia/Tokyo' });
  await api.call(companyChangesHttp.edit, owner, { company_id, volume_max: 70 });
  const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const days of [2, 3]) await api.call(bellsHttp.silence, owner, { company_id, until: `${dayIn(days)}T12:00` });
  const { rows } = (await api.call(activityHttp.list, owner, { view: 'changes' })).body;
  const changes = rows.flatMap((row) => (row.kind === 'change' ? [row.change] : [])).slice(0, 3);
  // Both sides are instants, whatever the clock of the place is.
  const [first, second] = [`${dayIn(2)}T03:00:00.000Z`, `${dayIn(3)}T03:00:00.000Z`];
  const place = { object_id: String(company_id), time_zone: 'Asia/Tokyo' };
  expect(changes).toMatchObject([
    { ...place, action: 'bells.silence', before: { silent_until: first }, after: { silent_until: second } },
    { ...place, action: 'bells.silence', before: { silent_until: null }, after: { silent_until: first } },
    { ...place, action: 'company.edit', before: { volume_max: null }, after: { volume_max: 70 } },
  ]);
  const [listed] = (await api.call(auditHttp.list, owner, { id: changes[0]?.id ?? 0 })).body;
  expect(listed).toEqual(changes[0]);
  for (const { before, after } of changes) expect(Object.keys(before ?? {})).toEqual(Object.keys(after ?? {}));
});

describe('what needs somebody', () => {
  it('is the worst first, until somebody else takes it or it is said again', async () => {
    const technician = await createMember(api, owner, shops.own.company, { role: 'technician' });
    await alarmAt(shops.own, 'low', 1);
    const critical = await alarmAt(shops.own, 'critical', 60);
    const run_id = await saidAt('Closing soon', 5, [{ at: shops.own, state: 'offline' }], {
      text: 'Closing soon',
      priority: 'say_now',
      text_language: null,
    });
    await saidAt('As planned', 5, [{ at: shops.own, state: 'skipped', reason: 'quiet hours' }]);
    await saidAt('Long ago', 3_000, [{ at: shops.own, state: 'offline' }]);
    expect(await names(owner, { view: 'needs' })).toEqual(['site_offline', 'Closing soon', 'site_offline']);
    expect((await read(owner)).needs).toBe(3);
    expect((await api.call(needsHttp.count, owner)).body).toEqual({ needs: 3, unheard: 1 });
    expect((await api.call(alarmsHttp.acknowledge, technician, { alarm_id: critical })).status).toBe(200);
    expect(await names(owner, { view: 'needs' })).toEqual(['Closing soon', 'site_offline']);
    expect((await read(technician, { view: 'needs' })).rows[0]?.id).toBe(`alarm:${critical}`);
    const again = await api.call(announcementsHttp.again, owner, { run_id, to: 'missed' });
    expect(again).toMatchObject({ status: 202, body: { devices: 1 } });
    expect(await names(owner, { view: 'needs' })).toEqual(['site_offline']);
  });
});

describe('say again', () => {
  it('says it at the places that did not hear it, or at all', async () => {
    const said = { text: 'Closing soon', priority: 'say_now', text_language: 'en' };
    const run_id = await saidAt(
      'Closing soon',
      5,
      [
        { at: shops.own, state: 'finished' },
        { at: shops.other, state: 'offline' },
      ],
      said,
    );
    const details = (await api.call(announcementsHttp.run, owner, { run_id })).body;
    expect(details).toMatchObject({ text: 'Closing soon', may_say_again: true });
    expect(details.deliveries.map(({ heard }) => heard)).toEqual([false, true]);
    const missed = await api.call(announcementsHttp.again, owner, { run_id, to: 'missed' });
    expect(missed.body.devices).toBe(1);
    const repeated = await api.call(announcementsHttp.run, owner, { run_id: missed.body.run_id });
    expect(repeated.body.deliveries.map(({ serial }) => serial)).toEqual([details.deliveries[0]?.serial]);
    expect((await api.call(announcementsHttp.again, owner, { run_id, to: 'all' })).body.devices).toBe(2);
  });

  it('is refused for what cannot be repeated, what all have heard, and who may not speak there', async () => {
    const said = { text: 'Closing soon', priority: 'say_now', text_language: 'en' };
    const all = await saidAt('Heard', 5, [{ at: shops.own, state: 'finished' }], said);
    const live = await saidAt('Live', 5, [{ at: shops.own, state: 'offline' }]);
    const missed = await saidAt('Missed', 5, [{ at: shops.own, state: 'offline' }], said);
    const viewer = await createMember(api, owner, shops.own.company, { role: 'viewer' });
    const status = async (user: TestUser, run_id: string) =>
      (await api.call(announcementsHttp.again, user, { run_id, to: 'missed' })).status;
    expect(await status(owner, all)).toBe(422);
    expect(await status(owner, live)).toBe(409);
    expect(await status(viewer, missed)).toBe(403);
    expect(await status(await createUser(api), live)).toBe(404);
  });
});

describe('a stranger', () => {
  it('sees nothing of another organisation; administrators see all but codes', async () => {
    await saidAt('Closing soon', 5, [{ at: shops.own, state: 'offline' }]);
    await alarmAt(shops.own, 'critical', 5);
    await api.call(groupsHttp.create, owner, { name: 'Halls', devices: [] });
    const stranger = await createUser(api);
    for (const view of ['all', 'needs', 'said', 'alarms', 'messages'])
      for (const query of [{ view }, { view, company_id: shops.own.company.company_id }])
        expect((await read(stranger, query)).rows.filter(({ kind }) => kind !== 'change')).toEqual([]);
    expect((await read(stranger, { company_id: shops.own.company.company_id })).rows).toEqual([]);
    expect((await read(stranger)).needs).toBe(0);
    expect((await api.call(needsHttp.count, stranger)).body).toEqual({ needs: 0, unheard: 0 });
    const seen = await read(await createAdmin(api), { company_id: shops.own.company.company_id, view: 'said' });
    expect(seen.rows.map(nameOf)).toEqual(['Closing soon']);
  });
});
