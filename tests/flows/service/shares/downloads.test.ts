import { findUrgentRun } from '@belfry/api/features/library/rendering/rendering.repository';
import { createRendering } from '@belfry/api/features/library/rendering/index';
import { createSpeech } from '@belfry/api/features/speech/index';
import { createLogger } from '@belfry/api/log';
import { createDirectoryStore } from '@belfry/api/storage/index';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import { type ClientRequest, request, type IncomingMessage } from 'node:http';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { deviceAuthorization } from '../../../support/device-authorization.ts';
import { createCompany, createDevice, createUser, type TestDevice, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { createAudio, createMessage, tone } from '../../../support/library.ts';
import { times } from '../../../support/limits.ts';
import { createShops } from '../../../support/teams.ts';
import { until } from '../../../support/until.ts';

/** More than the network takes of an answer that nobody reads. */
const LARGE_BYTES = 25_000_000;

let api: TestApi;
const calls: ClientRequest[] = [];
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
afterEach(() => {
  for (const call of calls.splice(0)) call.destroy();
});

const keyOf = (device: TestDevice) => ({ key: deviceAuthorization(device) });
const download = (device: TestDevice, sha256: string) => api.raw(audioContentHttp.download, keyOf(device), { sha256 });

/** Begins a download of which nothing is read. @returns the status, once there is one */
function stall(device: TestDevice, sha256: string): Promise<number> {
  const call = request(api.address(audioContentHttp.download, { sha256 }), {
    agent: false,
    headers: { authorization: deviceAuthorization(device) },
  });
  calls.push(call);
  return new Promise((resolve) => {
    call.once('response', (answer: IncomingMessage) => {
      answer.on('error', () => undefined);
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', () => resolve(0));
    call.end();
  });
}

test('a device that waits for its approval gets no audio and no firmware', async () => {
  const owner = await createUser(api);
  const { sha256 } = await createAudio(api, owner, tone('mp3'));
  const waiting = await createDevice(api, { user_id: owner.id, device_mode: 'wait' });
  expect((await download(waiting, sha256)).status).toBe(403);
  const firmware = await api.raw(firmwareHttp.downloadArchive, keyOf(waiting), {
    filename: 'belfry-client-3.5.tar.zst',
  });
  expect(firmware.status).toBe(403);
  await api.db
    .updateTable('devices')
    .set({ device_mode: 'active' })
    .where('device_id', '=', waiting.device_id)
    .execute();
  expect((await download(waiting, sha256)).status).toBe(200);
});

/** Audio of this owner that is larger than the network takes of it. */
const createLarge = (owner: TestUser) =>
  createAudio(api, owner, Buffer.concat([tone('wav'), Buffer.alloc(LARGE_BYTES, owner.id)]));
/** Begins six downloads of each. @returns the number of those that have their place */
function stallAll(devices: readonly TestDevice[], sha256: string): () => number {
  let begun = 0;
  for (const device of devices)
    for (let each = 0; each < 6; each += 1)
      void stall(device, sha256).then((status) => (begun += Number(status === 200)));
  return () => begun;
}
/** Of the 96 places of an organisation, 24 are for branches that have none. */
const PLACES = 72;

test('devices of one organisation that read nothing leave the downloads of others', async () => {
  const attacker = await createUser(api);
  const { sha256 } = await createLarge(attacker);
  const begun = stallAll(await Promise.all(times(44, () => createDevice(api, { user_id: attacker.id }))), sha256);
  await until('the attack has its places', begun, (count) => count >= PLACES);
  const owner = await createUser(api);
  const audio = await createAudio(api, owner, tone('mp3'));
  const devices = await Promise.all(times(8, () => createDevice(api, { user_id: owner.id })));
  const honest = await Promise.all(devices.map((device) => download(device, audio.sha256)));
  expect(honest.map(({ status }) => status)).toEqual(devices.map(() => 200));
  expect(begun()).toBe(PLACES);
});

test('devices of one branch that read nothing leave the downloads of its sister', async () => {
  const { owner, own, other } = await createShops(api);
  const { sha256 } = await createLarge(owner);
  const deviceBelow = async (below: typeof own.company) => {
    const { company_id } = await createCompany(api, { below });
    return createDevice(api, { user_id: owner.id, company_id });
  };
  const begun = stallAll(await Promise.all(times(17, () => deviceBelow(own.company))), sha256);
  await until('the branch has its places', begun, (count) => count >= PLACES);
  const audio = await createAudio(api, owner, tone('mp3'));
  expect((await download(await deviceBelow(other.company), audio.sha256)).status).toBe(200);
  expect(begun()).toBe(PLACES);
});

test('what a device fetches is as urgent as what it is yet to play', async () => {
  const owner = await createUser(api);
  const node = await createCompany(api, { user_id: owner.id });
  const { device_id, serial } = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
  expect(await findUrgentRun(api.db, device_id)).toBeUndefined();
  const targets = { devices: [serial] };
  await api.call(sayHttp.say, owner, { text: 'Hello', language: 'en-US', targets });
  await until('it is said now', async () => (await findUrgentRun(api.db, device_id)) === 'now');
  const message = await createMessage(api, owner, { emergency: true });
  const started = await api.call(emergencyHttp.start, owner, { message_id: message.id, targets });
  expect(started.status).toBe(202);
  await until('the emergency', async () => (await findUrgentRun(api.db, device_id)) === 'emergency');
});

test('an emergency is spoken before everything that waits, and a text that becomes one is, too', async () => {
  const log = createLogger('silent');
  const speech = createSpeech({ config: api.config, log });
  onTestFinished(() => speech.stop());
  const spoken: string[] = [];
  const open: (() => void)[] = [];
  const speak: typeof speech.speak = async (voice, text) => {
    spoken.push(text);
    await new Promise<void>((resolve) => void open.push(resolve));
    return speech.speak(voice, text);
  };
  const files = createDirectoryStore(api.config.DATA_DIR);
  const rendering = createRendering({ files, db: api.db, log, speech: { ...speech, speak } });
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(api)));
  const name = crypto.randomUUID();
  const say = (at: number, text: string, urgency: 'emergency' | 'now' | 'devices' | 'other') =>
    rendering.ensure({ text: `${text} ${name}`, language: 'en-US', voice: 'en-US-Standard-A' }, [people[at]?.id ?? 0], {
      urgency,
    });
  const all = [
    say(0, 'Running', 'other'),
    say(1, 'Running too', 'other'),
    say(2, 'Third', 'other'),
    say(3, 'Fourth', 'other'),
  ];
  await until('the engine is busy', () => spoken.length === 4);
  all.push(say(0, 'Programme', 'devices'), say(1, 'Promoted', 'other'), say(4, 'Said now', 'now'));
  await until('they wait', async () => (await rendering.findReady([])).size === 0);
  all.push(say(5, 'Evacuate', 'emergency'), say(5, 'Promoted', 'emergency'));
  for (let next = 4; next < 8; next += 1) {
    // The texts are looked up before they wait.
    await until('the next begins', async () => {
      if (spoken.length > next) return true;
      open.shift()?.();
      return false;
    });
  }
  await until('all are spoken', () => {
    open.shift()?.();
    return spoken.length === 8 && open.length === 0;
  });
  await Promise.all(all);
  const order = spoken.slice(4).map((text) => text.replace(` ${name}`, ''));
  expect(order.slice(0, 2).sort()).toEqual(['Evacuate', 'Promoted']);
  expect(order.slice(2)).toEqual(['Said now', 'Programme']);
});
