import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { expect, it } from 'vitest';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { nextPlay, report, createSpeaker } from '../../support/announcements.ts';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
let messageId: number;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id, name: 'School' });
  const fire = {
    name: 'Fire',
    variants: [{ language: 'ru', text: 'Пожар' }],
    chime: 'alarm',
    repeat: 3,
    emergency: true,
  };
  messageId = (await stack.call(messagesHttp.create, owner, { ...fire })).body.id;
});
const start = (body: object, { key } = owner) => stack.call(emergencyHttp.start, { key }, { ...body });
const state = async ({ key } = owner) => (await stack.call(emergencyHttp.read, { key })).body;
const allClear = (runId: string, { key } = owner) => stack.call(emergencyHttp.allClear, { key }, { run_id: runId });

it('repeats until "all clear", also on devices that come back meanwhile, whatever their limits', async () => {
  const here = await createSpeaker(stack, owner, main, { volume_max: 10 });
  const away = await createSpeaker(stack, owner, main, { online: false });
  const { status, body } = await start({ message_id: messageId, targets: { nodes: [main.company_id] } });
  expect([status, body.devices, body.offline]).toEqual([202, 2, 1]);
  const play = await nextPlay(here);
  expect(play.params).toMatchObject({ priority: 'emergency', repeat: 0, items: [{}, {}] });
  expect(play.params.volume).toBeUndefined();
  await report(here, body.run_id, 'started');
  await away.status();
  expect((await nextPlay(away)).params).toEqual(play.params);
  const active = await until('it plays', state, (now) => now.active[0]?.counts.started === 1);
  expect(active.messages).toMatchObject([{ id: messageId, name: 'Fire', languages: ['ru'], devices: 2 }]);
  expect((await allClear(body.run_id)).body).toMatchObject({ state: 'stopped', kind: 'emergency' });
  for (const place of [here, away]) expect(await place.nextCommand()).toMatchObject({ command: 'stop' });
  expect((await state()).active).toEqual([]);
});

it('names where it is, and who has not heard it and is away', async () => {
  const shop = await createCompany(stack, { below: main, type: 'Company', name: 'School B' });
  const here = await createSpeaker(stack, owner, shop, { name: 'Hall' });
  await createSpeaker(stack, owner, shop, { name: 'Entrance', online: false });
  const { body } = await start({ message_id: messageId, targets: { nodes: [shop.company_id] } });
  const shown = async () => (await state()).active.find(({ run_id }) => run_id === body.run_id);
  expect(await shown()).toMatchObject({
    sites: { total: 1, names: ['School B'] },
    away: { total: 1, names: ['School B / Entrance'] },
  });
  here.kill();
  const names = ['School B / Entrance', 'School B / Hall'];
  await until('both are away', shown, (run) => run?.away.total === 2);
  expect((await shown())?.away.names).toEqual(names);
  await allClear(body.run_id);
});

it('is cancelled for devices that come back after "all clear"', async () => {
  const away = await createSpeaker(stack, owner, main, { online: false });
  const { body } = await start({ message_id: messageId, targets: { devices: [away.serial] } });
  await until('the command waits', async () => {
    const { rows } = await stack.pool.query(
      `select from command_deliveries where device_id = $1 and state = 'queued'`,
      [away.device.device_id],
    );
    return rows.length === 1;
  });
  await allClear(body.run_id);
  await away.status();
  expect(await away.nextCommand()).toMatchObject({ command: 'stop', params: { run_id: body.run_id } });
});

it('as a drill is played once and ends by itself', async () => {
  const place = await createSpeaker(stack, owner, main);
  const { body } = await start({ message_id: messageId, targets: { devices: [place.serial] }, drill: true });
  expect((await nextPlay(place)).params).toMatchObject({ priority: 'emergency', repeat: 1 });
  await report(place, body.run_id, 'started', 'finished');
  const ended = await until(
    'the end',
    () => stack.call(announcementsHttp.run, owner, { run_id: body.run_id }).then(({ body }) => body),
    (now) => now.state === 'finished',
  );
  expect(ended.kind).toBe('drill');
});

it('needs a message for emergencies and places of the caller, and is audited', async () => {
  const place = await createSpeaker(stack, owner, main);
  const targets = { devices: [place.serial] };
  const plain = { name: 'Lunch', variants: [{ language: 'ru', text: 'Обед' }] };
  const other = (await stack.call(messagesHttp.create, owner, { ...plain })).body.id;
  expect((await start({ message_id: other, targets })).status).toBe(422);
  const stranger = await createUser(stack);
  expect((await start({ message_id: messageId, targets }, stranger)).status).toBe(404);
  const { body } = await start({ message_id: messageId, targets });
  expect((await allClear(body.run_id, stranger)).status).toBe(404);
  expect((await state(stranger)).active).toEqual([]);
  expect((await allClear(body.run_id)).status).toBe(200);
  expect((await allClear(body.run_id)).status).toBe(409);
  const { rows } = await stack.pool.query<{ action: string }>(
    'select action from audit_log where object_id = $1 order by id',
    [body.run_id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['emergency.start', 'emergency.all_clear']);
});
