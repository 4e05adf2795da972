import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishPacket, type RawClient, subscribePacket } from '../testing/raw-client.ts';
import { KEY, OTHER_SERIAL, SECRET, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

let broker: TestBroker;
let api: RawClient;
let numbered = 0;
beforeAll(async () => {
  broker = await startTestBroker();
  api = await broker.service({ clientId: 'belfry-api' });
});
afterAll(async () => {
  api.destroy();
  await broker.stop();
});

const newPage = (): string => `00000000-0000-4000-8000-${String((numbered += 1)).padStart(12, '0')}`;

async function control(method: string, path: string, body?: object, secret = SECRET): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${broker.ports.http}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const invite = (pageId: string, ...serials: string[]): Promise<number> =>
  control('PUT', `/internal/pages/${pageId}`, {
    serials,
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  });

let messageId = 0;
async function subscribe(client: RawClient, topic: string): Promise<unknown> {
  messageId += 1;
  const before = client.all('suback').length;
  client.send(subscribePacket(messageId, { topic, qos: 0 }));
  return (await client.next('suback', before)).granted?.[0];
}

/** Frames received once everything published before has arrived. */
async function framesOf(client: RawClient): Promise<string[]> {
  const before = client.all('pingresp').length;
  api.send({ cmd: 'pingreq' });
  await api.next('pingresp', api.all('pingresp').length);
  client.send({ cmd: 'pingreq' });
  await client.next('pingresp', before);
  return client.all('publish').map(({ payload }) => payload.toString());
}

describe('the frames of a live page', () => {
  it('reach the devices that are invited, byte for byte, and nobody else', async () => {
    const pageId = newPage();
    const topic = topics.pageAudio(pageId);
    const [device, other, person] = [await broker.device(), await broker.device(OTHER_SERIAL), await broker.console()];
    expect(await subscribe(device, topic)).toBe(128);
    expect(await invite(pageId, SERIAL)).toBe(200);
    expect(await subscribe(device, topic)).toBe(0);
    expect([await subscribe(other, topic), await subscribe(person, topic)]).toEqual([128, 128]);
    expect(await subscribe(device, 'pages/+/audio')).toBe(128);
    api.send(publishPacket(topic, 'one'), publishPacket(topic, 'two'));
    expect(await framesOf(device)).toEqual(['one', 'two']);
    for (const client of [other, person]) expect(await framesOf(client)).toEqual([]);
    for (const client of [device, other, person]) client.destroy();
  });

  it('end at once for a device that is left out of the list, and for all when the page is closed', async () => {
    const pageId = newPage();
    const topic = topics.pageAudio(pageId);
    const [device, other] = [await broker.device(), await broker.device(OTHER_SERIAL)];
    await invite(pageId, SERIAL, OTHER_SERIAL);
    for (const client of [device, other]) expect(await subscribe(client, topic)).toBe(0);
    await invite(pageId, OTHER_SERIAL);
    api.send(publishPacket(topic, 'one'));
    expect([await framesOf(device), await framesOf(other)]).toEqual([[], ['one']]);
    expect(await subscribe(device, topic)).toBe(128);
    expect(await control('DELETE', `/internal/pages/${pageId}`)).toBe(200);
    api.send(publishPacket(topic, 'two'));
    expect(await framesOf(other)).toEqual(['one']);
    expect(await subscribe(other, topic)).toBe(128);
    for (const client of [device, other]) client.destroy();
  });

  it('do not reach a device whose connections were dropped, when it is back', async () => {
    const pageId = newPage();
    const topic = topics.pageAudio(pageId);
    const device = await broker.device();
    await invite(pageId, SERIAL);
    expect(await subscribe(device, topic)).toBe(0);
    await control('POST', '/internal/connections/disconnect', { kind: 'device', ids: [SERIAL] });
    await device.whenClosed();
    const again = await broker.device(SERIAL, { password: Buffer.from(KEY) });
    expect(await subscribe(again, topic)).toBe(128);
    again.destroy();
  });

  it('are not retained', async () => {
    const pageId = newPage();
    const topic = topics.pageAudio(pageId);
    api.send(publishPacket(topic, 'kept', { retain: true }));
    await invite(pageId, SERIAL);
    const device = await broker.device();
    expect(await subscribe(device, topic)).toBe(0);
    expect(await framesOf(device)).toEqual([]);
    device.destroy();
  });

  it('are published by nobody but the api', async () => {
    const pageId = newPage();
    await invite(pageId, SERIAL);
    const device = await broker.device();
    device.send(publishPacket(topics.pageAudio(pageId), 'x'));
    await device.whenClosed();
  });

  it('are dropped and counted for a device that does not read, which gets its commands afterwards', async () => {
    const pageId = newPage();
    const topic = topics.pageAudio(pageId);
    await invite(pageId, SERIAL);
    const device = await broker.device();
    const command = topics.commands(SERIAL);
    expect([await subscribe(device, topic), await subscribe(device, command)]).toEqual([0, 0]);
    device.socket.pause();
    const frame = Buffer.alloc(1_291, 1);
    // More than the buffers of the kernel take.
    for (let sent = 0; sent < 12_000; sent += 100)
      api.send(...Array.from({ length: 100 }, () => publishPacket(topic, frame)));
    const dropped = () => broker.metric('belfry_broker_page_frames_dropped_total');
    await expect.poll(dropped, { timeout: 30_000 }).toBeGreaterThan(0);
    api.send(publishPacket(command, 'reboot', { qos: 1, messageId: 9 }));
    await api.next('puback', 0);
    device.socket.resume();
    await device.until(() => device.all('publish').some((packet) => packet.topic === command), 'the command');
    expect(device.closed).toBe(false);
    device.destroy();
  });
});

describe('the control of pages', () => {
  it('needs the service secret', async () => {
    const path = `/internal/pages/${newPage()}`;
    const body = { serials: [SERIAL], expires_at: new Date().toISOString() };
    expect(await control('PUT', path, body, 'wrong')).toBe(401);
    expect(await control('DELETE', path, undefined, 'wrong')).toBe(401);
  });

  it('refuses what is no page, and what is no list', async () => {
    expect(await control('PUT', '/internal/pages/x', {})).toBe(404);
    expect(await control('PUT', `/internal/pages/${newPage()}`, { serials: ['x'] })).toBe(400);
    expect(await control('GET', `/internal/pages/${newPage()}`)).toBe(405);
  });
});
