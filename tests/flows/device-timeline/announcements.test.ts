import { insertScheduledRuns } from '@belfry/api/features/announcements/index';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { timelineHttp, type TimelineEntry } from '@belfry/schemas/http/device-timeline/timeline';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { nextPlay, report, createSpeaker } from '../../support/announcements.ts';
import { createMember } from '../../support/teams.ts';
import { sayHttp } from '@belfry/schemas/http/announcements/say';

let stack: Stack;
let admin: TestUser;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  [admin, owner] = [await createAdmin(stack), await createUser(stack)];
  main = await createCompany(stack, { user_id: owner.id });
});

type Announced = Extract<TimelineEntry, { type: 'announcement' }>;
const call = (serial: string, query: object, { key } = owner) =>
  stack.call(timelineHttp.read, { key }, { serial, ...query });
const read = async (serial: string, as = owner): Promise<Announced[]> =>
  (await call(serial, { types: 'announcement' }, as)).body.entries as Announced[];
const untilState = (serial: string, state: string): Promise<Announced[]> =>
  until(
    `an announcement is ${state}`,
    () => read(serial),
    (entries) => entries.some((entry) => entry.state === state),
  );

/** So many finished runs of a person on a device, a second apart, whose ids begin with 0. */
const storeRuns = (device_id: number, user_id: number, count: number) =>
  sql`
  with runs as (
    insert into announcement_runs (run_id, kind, user_id, title, priority, state)
    select ('0' || substr(gen_random_uuid()::text, 2))::uuid, 'say', ${user_id}, 'Run ' || n, 'say_now', 'finished'
    from generate_series(1, ${count}::int) n returning run_id
  )
  insert into announcement_deliveries (run_id, device_id, user_id, place, state, at)
  select run_id, ${device_id}, ${user_id}, 'Gate', 'finished', now() + row_number() over () / 2 * interval '1 second' from runs`.execute(
    stack.db,
  );

describe('the timeline of a device', () => {
  it('has what was said, who said it and what the device reported', async () => {
    const place = await createSpeaker(stack, owner, main);
    const { body } = await stack.call(sayHttp.say, owner, {
      text: 'We close soon',
      targets: { devices: [place.serial] },
    });
    await nextPlay(place);
    await report(place, body.run_id, 'started', 'finished');
    const [entry] = await untilState(place.serial, 'finished');
    expect(entry).toMatchObject({ run_id: body.run_id, kind: 'say', title: 'We close soon', reason: null });
    expect(entry).toMatchObject({ started_at: expect.any(String), finished_at: expect.any(String) });
    expect(entry?.by?.user_id).toBe(owner.id);
    expect((await call(place.serial, { types: 'connection,audit' })).body.entries).not.toContainEqual(entry);
    expect((await call(place.serial, {})).body.entries).toContainEqual(entry);
  });

  it('names the member who has said it, and not the owner of the place', async () => {
    const place = await createSpeaker(stack, owner, main);
    const caretaker = await createMember(stack, owner, main, { role: 'announcer' });
    const targets = { devices: [place.serial] };
    const { body } = await stack.call(sayHttp.say, caretaker, { text: 'Staff to the entrance', targets });
    const entry = (await read(place.serial)).find(({ run_id }) => run_id === body.run_id);
    expect(entry?.by).toMatchObject({ user_id: caretaker.id });
  });

  it('has runs of schedules that the device has skipped with the reason, by nobody', async () => {
    const place = await createSpeaker(stack, owner, main);
    const run_id = crypto.randomUUID();
    const run = { run_id, schedule_id: 1, user_id: owner.id, title: 'Bell', priority: 'scheduled' as const };
    await insertScheduledRuns(stack.db, [{ ...run, at: new Date() }]);
    await report(place, run_id, 'skipped');
    expect(await untilState(place.serial, 'skipped')).toMatchObject([
      { run_id, kind: 'schedule', title: 'Bell', reason: 'expired', started_at: null, by: null },
    ]);
  });

  it('has announcements among the other entries in pages without gaps and repetitions', async () => {
    const { device_id, serial } = await createDevice(stack, { user_id: owner.id });
    await storeRuns(device_id, owner.id, 20);
    const command = `0${crypto.randomUUID().slice(1)}`;
    await sql`
      insert into commands (id, command, params, target, issued_at, expires_at)
      values (${command}, 'reboot', '{}', 'device', now(), now())`.execute(stack.db);
    await sql`
      insert into command_deliveries (command_id, device_id, state, issued_at, expires_at, deadline_at)
      select id, ${device_id}, 'succeeded', issued_at, now(), now() from commands where id = ${command}`.execute(
      stack.db,
    );
    const all = (await call(serial, {})).body.entries;
    expect(Map.groupBy(all, ({ type }) => type).get('announcement')).toHaveLength(20);
    expect(Map.groupBy(all, ({ type }) => type).get('command')).toHaveLength(1);
    const paged: TimelineEntry[] = [];
    for (let more = true; more;) {
      const before = paged.at(-1)?.id;
      const { body } = await call(serial, { limit: 3, before });
      paged.push(...body.entries);
      more = body.more;
    }
    expect(paged).toEqual(all);
    expect((await call(serial, { limit: 1, from: all[4]?.id })).body.entries).toEqual([all[4]]);
  });
});

describe('rights', () => {
  it('hide from a new owner what was said to the former one, and from the former one everything', async () => {
    const second = await createUser(stack);
    const { device_id, serial } = await createDevice(stack, { user_id: owner.id });
    await storeRuns(device_id, owner.id, 2);
    await stack.call(devicesAdminHttp.edit, admin, { device_id, user_id: second.id });
    // The former owner's run, which was being stored while the device changed its owner.
    await storeRuns(device_id, owner.id, 1);
    expect(await read(serial, second)).toEqual([]);
    await storeRuns(device_id, second.id, 1);
    expect(await read(serial, second)).toMatchObject([{ by: { user_id: second.id } }]);
    expect((await call(serial, { types: 'announcement' }, owner)).status).toBe(404);
    expect(await read(serial, admin)).toHaveLength(4);
  });

  it('do not tell an owner which administrator has spoken', async () => {
    const place = await createSpeaker(stack, owner, main);
    await stack.call(sayHttp.say, admin, { text: 'A test', targets: { devices: [place.serial] } });
    await nextPlay(place);
    expect(await read(place.serial)).toMatchObject([{ title: 'A test', by: null }]);
    expect(await read(place.serial, admin)).toMatchObject([{ by: { user_id: admin.id } }]);
  });
});
