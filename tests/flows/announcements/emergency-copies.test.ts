import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { beforeEach, expect, it } from 'vitest';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { programmeHttp } from '@belfry/schemas/http/schedules/programme';
import { report, type Speaker, createSpeaker } from '../../support/announcements.ts';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
let messageId: number;
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});
beforeEach(async () => {
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id, name: 'School' });
  const fire = { name: 'Fire', variants: [{ language: 'ru', text: `Пожар ${owner.id}` }], emergency: true };
  messageId = (await stack.call(messagesHttp.create, owner, { ...fire })).body.id;
});

const receiptIdOf = async ({ serial }: Speaker, before?: string): Promise<string> => {
  const { body } = await until(
    'the programme has the emergency',
    () => stack.call(programmeHttp.read, owner, { serial }),
    ({ status, body }) => status === 200 && (body.emergency[0]?.receipt_id ?? before) !== before,
  );
  return body.emergency[0]?.receipt_id ?? '';
};
const copies = async () => {
  const { messages } = (await stack.call(emergencyHttp.read, owner)).body;
  return messages.map(({ ready, devices }) => `${ready} of ${devices}`);
};
const shown = (expected: string) => until(`${expected} devices have it`, copies, ([first]) => first === expected);
const missing = ({ key } = owner) => stack.call(emergencyHttp.missing, { key }, { id: messageId });

it('shows which devices have the audio, as they report it', async () => {
  const hall = await createSpeaker(stack, owner, main, { name: 'Hall' });
  const yard = await createSpeaker(stack, owner, main, { name: 'Yard', online: false });
  const receiptId = await receiptIdOf(hall);
  expect(await copies()).toEqual(['0 of 2']);
  await report(hall, receiptId, 'fetched');
  await shown('1 of 2');
  expect((await missing()).body).toEqual({
    total: 1,
    places: [{ serial: yard.serial, place: 'Yard', online: false, held: false }],
  });
  await report(hall, receiptId, 'skipped');
  await shown('0 of 2');
  expect((await missing(await createUser(stack))).status).toBe(404);
});

it('believes a device only about its own programme, and no longer when the text is another one', async () => {
  const hall = await createSpeaker(stack, owner, main);
  const receiptId = await receiptIdOf(hall);
  await report(hall, '00000000-0000-8000-8000-000000000001', 'fetched');
  await report(hall, receiptId, 'fetched');
  await shown('1 of 1');
  const { body: message } = await stack.call(messagesHttp.read, owner, { id: messageId });
  const changed = { name: 'Fire', variants: [{ language: 'ru', text: 'Дым' }], emergency: true };
  await stack.call(messagesHttp.change, owner, { id: messageId, ...changed, revision: message.revision });
  await receiptIdOf(hall, receiptId);
  await shown('0 of 1');
  const { rows } = await stack.pool.query('select from emergency_copies where device_id = $1', [hall.device.device_id]);
  expect(rows).toHaveLength(1);
});

it('forgets what a device had when it gets another owner', { tags: ['full'] }, async () => {
  const hall = await createSpeaker(stack, owner, main);
  await report(hall, await receiptIdOf(hall), 'fetched');
  await shown('1 of 1');
  await stack.db
    .updateTable('devices')
    .set({ user_id: null, company_id: null })
    .where('device_id', '=', hall.device.device_id)
    .execute();
  const { rows } = await stack.pool.query('select from emergency_copies where device_id = $1', [hall.device.device_id]);
  expect(rows).toEqual([]);
});

it('starts an emergency again on a device that was interrupted, until it ends for good', async () => {
  const hall = await createSpeaker(stack, owner, main);
  const body = { message_id: messageId, targets: { nodes: [main.company_id] } };
  const { run_id } = (await stack.call(emergencyHttp.start, owner, { ...body })).body;
  const state = async () => (await stack.call(announcementsHttp.run, owner, { run_id })).body.deliveries[0];
  await report(hall, run_id, 'fetched', 'started', 'interrupted');
  await until('the interruption', state, (delivery) => delivery?.state === 'interrupted');
  await report(hall, run_id, 'fetched', 'started');
  const resumed = await until('it is spoken again', state, (delivery) => delivery?.state === 'started');
  expect(resumed).toMatchObject({ finished_at: null, reason: null });
  await stack.call(emergencyHttp.allClear, owner, { run_id });
  await report(hall, run_id, 'interrupted');
  await until('its end', state, (delivery) => delivery?.state === 'interrupted' && delivery.finished_at !== null);
});

it('is ready only where the device has the audio and can be reached now', async () => {
  const hall = await createSpeaker(stack, owner, main, { name: 'Hall' });
  await report(hall, await receiptIdOf(hall), 'fetched');
  await shown('1 of 1');
  hall.kill();
  await shown('0 of 1');
  expect((await missing()).body).toEqual({
    total: 1,
    places: [{ serial: hall.serial, place: 'Hall', online: false, held: true }],
  });
});
