import { soundTestsHttp } from '@belfry/schemas/http/sound-tests';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NIGHT, startSoundNights, type SoundNights } from '../../support/alarms/sound-nights.ts';
import { statusOf } from '../../support/commands.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { createBranch } from '../../support/trees.ts';
import { until } from '../../support/until.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
let stack: Stack;
let nights: SoundNights;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  nights = await startSoundNights(stack);
});
afterEach(() => nights.stopDevices());
afterAll(() => nights.stop());

let owner: TestUser;
let branch: Awaited<ReturnType<typeof createBranch>>;
beforeEach(async () => {
  owner = await createUser(stack);
  branch = await createBranch(stack, owner);
  await nights.turnOn(owner, branch.main.company_id);
});

/** The devices to which the command was sent, and when, in milliseconds of the night; the first ones first. */
async function sent(): Promise<{ serial: string; at: number }[]> {
  const { rows } = await sql<{ serial: string; at: Date }>`
    select d.serial, t.at from sound_tests t join devices d using (device_id)
    where d.user_id = ${owner.id} and exists (select from commands c where c.id = t.command_id and c.command = 'sound_test')
    order by t.at, d.serial`.execute(stack.db);
  return rows.map(({ serial, at }) => ({ serial, at: at.getTime() - NIGHT }));
}
const untilHeard = (serial: string) =>
  until(
    'a result',
    async () => (await stack.call(soundTestsHttp.list, owner, { serial })).body,
    ([newest]) => newest?.result === 'heard',
  );

describe('neighbours', () => {
  it('take turns: the second one begins 25 s after the first one at the earliest', async () => {
    const beside = await createCompany(stack, { below: branch.company, name: 'Door' });
    const serials = [
      await nights.speaker(owner, branch.node.company_id, 'works'),
      await nights.speaker(owner, beside.company_id, 'works'),
    ];
    await nights.run(0);
    const [first] = await sent();
    expect(await sent()).toEqual([{ serial: expect.any(String), at: 0 }]);
    await untilHeard(first?.serial ?? '');
    // Also after the first one has answered, and whoever looks.
    await Promise.all([10, 24].map((seconds) => nights.run(0, seconds * SECOND_MS)));
    await nights.run(0, 25 * SECOND_MS - 1);
    expect(await sent()).toHaveLength(1);
    await Promise.all([nights.run(0, 25 * SECOND_MS), nights.run(0, 25 * SECOND_MS)]);
    const [, second] = await sent();
    expect(await sent()).toEqual([first, { serial: serials.find((serial) => serial !== first?.serial), at: 25_000 }]);
    await untilHeard(second?.serial ?? '');
  });

  it('are devices of one place: those of others are tested at the same time', async () => {
    const shop = await createCompany(stack, { below: branch.main, type: 'Company' });
    const there = await createCompany(stack, { below: shop, name: 'Door' });
    const serials = [
      await nights.speaker(owner, branch.node.company_id, 'works'),
      await nights.speaker(owner, there.company_id, 'works'),
    ];
    await nights.run(0);
    expect(await sent()).toEqual(serials.toSorted().map((serial) => ({ serial, at: 0 })));
    for (const serial of serials) await untilHeard(serial);
  });
});

describe('an announcement', () => {
  /** Something is to be said on the device at this time of the night. */
  async function plan(serial: string, atMs: number): Promise<void> {
    const run_id = crypto.randomUUID();
    await sql`
      insert into announcement_runs (run_id, kind, user_id, title, priority, state)
      values (${run_id}, 'say', ${owner.id}, 'Lunch', 'scheduled', 'running')`.execute(stack.db);
    await sql`
      insert into announcement_deliveries (run_id, device_id, user_id, place, state, at)
      select ${run_id}::uuid, device_id, user_id, 'Hall', 'sent', ${new Date(NIGHT + atMs)} from devices where serial = ${serial}`.execute(
      stack.db,
    );
  }

  it('that the api has planned for a device keeps tests away from it for two minutes before and after', async () => {
    const serial = await nights.speaker(owner, branch.node.company_id, 'works');
    await plan(serial, 3 * MINUTE_MS);
    for (const at of [60, 120, 180, 240, 300]) await nights.run(0, at * SECOND_MS);
    expect(await sent()).toEqual([]);
    await nights.run(0, 301 * SECOND_MS);
    expect(await sent()).toEqual([{ serial, at: 301_000 }]);
    await untilHeard(serial);
  });

  it('that only the device knows is its reason to refuse; it is asked again four times, and no more', async () => {
    const device = await createDevice(stack, { user_id: owner.id, company_id: branch.node.company_id });
    const client = await connectDevice(stack.mqttUrl, device);
    await client.status();
    await until('online', async () => (await statusOf(stack, device.serial)) === 'online');
    const history = async () => (await stack.call(soundTestsHttp.list, owner, { serial: device.serial })).body;
    const players = [{ channel: 'voice', result: 'not_tested', reason: 'scheduled' }];
    const busy = { success: false, error: 'something plays', error_type: 'busy' };
    const answers = [
      [{ success: true, result: { players } }, 'scheduled'],
      [busy, 'in_use'],
      [{ success: true, result: { players } }, 'scheduled'],
      [busy, 'in_use'],
      [{ success: true, result: { players } }, 'scheduled'],
    ] as const;
    for (const [at, [answer, reason]] of answers.entries()) {
      const instant = at * 6 * MINUTE_MS;
      await nights.run(0, instant);
      const { correlation_id, command } = await client.nextCommand();
      expect(command).toBe('sound_test');
      await client.respond({ correlation_id, ...answer });
      const stored = await until('the reason', history, ([test]) => test?.reason === reason);
      expect(stored).toHaveLength(1);
      // Not at once.
      await nights.run(0, instant + 4 * MINUTE_MS);
      expect(client.commands).toHaveLength(at + 1);
    }
    await nights.run(0, 32 * MINUTE_MS);
    await nights.run(0, 39 * MINUTE_MS);
    expect(await sent()).toEqual([{ serial: device.serial, at: 24 * MINUTE_MS }]);
    expect(client.commands).toHaveLength(answers.length);
    await client.disconnect();
  });
});
