import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { connectConsole } from '../../support/devices/mqtt-console.ts';
import { SHARED_RABBITMQ } from '../../support/engines/stack-engine.ts';
import { createPageSpeaker, join, maySubscribe, mustTalk, openPage, openTalker } from '../../support/live-pages.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});
beforeEach(async () => {
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});

describe('a live page', () => {
  it('is not heard by the device of another owner, by a console, or with a wildcard', async () => {
    const stranger = await createUser(stack);
    const elsewhere = await createCompany(stack, { user_id: stranger.id });
    const [device, foreign] = [
      await createPageSpeaker(stack, owner, main),
      await createPageSpeaker(stack, stranger, elsewhere),
    ];
    const person = await connectConsole(stack.wsUrl, owner);
    person.on('error', () => undefined);
    const page = await openPage(stack, owner, [device.serial]);
    const topic = topics.pageAudio(page.page_id);
    expect((await join(device)).isInvited).toBe(true);
    for (const filter of [topic, 'pages/+/audio', 'pages/#', '#'])
      expect(await maySubscribe(foreign.client, filter)).toBe(false);
    expect(await maySubscribe(person, topic)).toBe(false);
    const talker = await mustTalk(stack, page.audio_url);
    for (let seq = 0; seq < 5; seq += 1) talker.say(seq);
    talker.finish(5);
    await until('the frames', () => device.frames.length === 6);
    expect(foreign.frames).toEqual([]);
    await talker.closed;
    // A node of RabbitMQ keeps what it has answered to a connection; nothing is published there any more.
    if (process.env[SHARED_RABBITMQ] === undefined) expect(await maySubscribe(device.client, topic)).toBe(false);
    person.end(true);
    for (const one of [device, foreign]) one.client.end(true);
  });

  it('is not heard any more by a device that gets another owner', async () => {
    const [device, other] = [await createPageSpeaker(stack, owner, main), await createPageSpeaker(stack, owner, main)];
    const page = await openPage(stack, owner, [device.serial, other.serial]);
    for (const one of [device, other]) await join(one);
    const talker = await mustTalk(stack, page.audio_url);
    await talker.until('both are ready', ({ counts }) => counts.ready === 2);
    const next = await createUser(stack);
    await stack.db
      .updateTable('devices')
      .set({ user_id: next.id, company_id: null })
      .where('serial', '=', device.serial)
      .execute();
    await talker.until('it is left out', ({ counts }) => counts.ended === 1 && counts.ready === 1);
    const topic = topics.pageAudio(page.page_id);
    await until('it may not subscribe', async () => !(await maySubscribe(device.client, topic)));
    for (let seq = 0; seq < 5; seq += 1) talker.say(seq);
    talker.finish(5);
    await until('the frames', () => other.frames.length === 6);
    expect(device.frames).toEqual([]);
    await talker.closed;
    for (const one of [device, other]) one.client.end(true);
  });

  it('is published by nobody but the api', async () => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    device.client.publish(topics.pageAudio(page.page_id), Buffer.from('x'), { qos: 0 });
    await until('its connection is closed', () => !device.client.connected);
    expect(device.frames).toEqual([]);
    await stack.call(livePagesHttp.close, owner, { page_id: page.page_id });
    device.client.end(true);
  });
});

describe('the token of the socket', () => {
  it('is used once, and by whoever was first', async () => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    expect(await openTalker(stack, page.audio_url)).toBeNull();
    talker.finish(0);
    await talker.closed;
    expect(await openTalker(stack, page.audio_url)).toBeNull();
    await device.disconnect();
  });

  it('must be that of the page', async () => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    const [path = '', token = ''] = page.audio_url.split('?token=');
    const reversed = token.split('').toReversed().join('');
    for (const url of [path, `${path}?token=x`, `${path}?token=${reversed}`, `${path.toUpperCase()}?token=${token}`])
      expect(await openTalker(stack, url)).toBeNull();
    expect(await openTalker(stack, `/api/pages/x/audio?token=${token}`)).toBeNull();
    expect(await openTalker(stack, '/mqtt')).toBeNull();
    await stack.call(livePagesHttp.close, owner, { page_id: page.page_id });
    expect(await openTalker(stack, page.audio_url)).toBeNull();
    await device.disconnect();
  });
});

describe('a frame', () => {
  it('that was sent before, or comes out of order, is not passed on', async () => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    for (const seq of [0, 1, 1, 0, 5, 3, 6]) talker.say(seq);
    talker.finish(7);
    await until('the end', () => device.frames.length >= 5);
    await talker.closed;
    expect(device.frames.map((frame) => frame.readUInt32BE(4))).toEqual([0, 1, 5, 6, 7]);
    await device.disconnect();
  });

  it('is passed on at most 30 times a second', async () => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    for (let seq = 0; seq < 400; seq += 1) talker.say(seq);
    await until('the frames', () => device.frames.length >= 30);
    await talker.closed;
    // The machine may pause while they arrive.
    expect(device.frames.length).toBeLessThan(200);
    await device.disconnect();
  });

  it.each([
    ['of another version', (bytes: Buffer) => Object.assign(Buffer.from(bytes), { 0: 9 })],
    ['without a packet', (bytes: Buffer) => bytes.subarray(0, 16)],
    ['longer than any', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(2_000)])],
    ['as a text', () => 'Hello'],
  ])('%s ends the page', async (_name, change) => {
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    const good = talker.say(0);
    talker.socket.send(change(good));
    await talker.closed;
    const state = await until(
      'the end',
      async () => (await stack.call(livePagesHttp.read, owner, { page_id: page.page_id })).body,
      ({ state }) => state === 'ended',
    );
    expect(state.ended_by).toBe('socket');
    await device.disconnect();
  });
});
