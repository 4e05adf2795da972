import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createDevice, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { addDevice, createPlace, mustTalk, openPage, withoutCapture } from '../../support/live-pages.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** A page whose devices read streams, as those of more than 200 do. */
async function openStreamed() {
  const { user, main } = await createPlace(api);
  const device = await addDevice(api, user, main);
  const page = await openPage(api, user, [device.serial]);
  await api.db.updateTable('pages').set({ path: 'http' }).where('page_id', '=', page.page_id).execute();
  return { user, device, page };
}

const stream = (page_id: string, authorization: string) =>
  api.raw(livePagesHttp.stream, null, { page_id }, { headers: { authorization } });

/** The frames of a stream, once it has ended. */
async function readFrames(response: Response): Promise<Buffer[]> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 + bytes.readUInt16BE(at);
    frames.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return frames;
}

it('a device reads the frames of its page, byte for byte, until the page ends', async () => {
  const { device, page } = await openStreamed();
  const response = await stream(page.page_id, deviceAuthorization(device));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  expect((await stream(page.page_id, deviceAuthorization(device))).status).toBe(409);
  const talker = await mustTalk(api, page.audio_url);
  const sent = [0, 1, 2].map((seq) => talker.say(seq));
  sent.push(talker.finish(3));
  await talker.closed;
  const frames = await readFrames(response);
  expect(frames.map(withoutCapture)).toEqual(sent.map(withoutCapture));
  expect((await stream(page.page_id, deviceAuthorization(device))).status).toBe(404);
});

it('nobody else does', async () => {
  const { user, device, page } = await openStreamed();
  const foreign = await createDevice(api, { user_id: (await createUser(api)).id });
  expect((await stream(page.page_id, deviceAuthorization(foreign))).status).toBe(404);
  expect((await stream(page.page_id, user.key)).status).toBe(403);
  expect((await stream(page.page_id, deviceAuthorization({ ...device, device_key: 'wrong' }))).status).toBe(401);
  const response = await stream(page.page_id, deviceAuthorization(device));
  const next = await createUser(api);
  const talker = await mustTalk(api, page.audio_url);
  await api.db.updateTable('devices').set({ user_id: next.id }).where('serial', '=', device.serial).execute();
  await talker.until('it is left out', ({ counts }) => counts.ended === 1);
  talker.say(0);
  talker.finish(1);
  await talker.closed;
  expect(await readFrames(response)).toEqual([]);
  await until('it is refused', async () => (await stream(page.page_id, deviceAuthorization(device))).status === 404);
});
