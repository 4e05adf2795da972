import { healthHttp } from '@belfry/schemas/http/service/health';
import { pagesHttp, type PageState } from '@belfry/schemas/http/pages/pages';
import { PAGE_ABILITY } from '@belfry/schemas/mqtt/page-frames';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDevice, type MqttDevice } from '../support/devices/mqtt-device.ts';
import { join, mustTalk, openPage, type Talker } from '../support/pages.ts';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/processes/launched-product.ts';
import { until } from '../support/until.ts';

const FRAME_MS = 40;
/** The speaker must know so soon. */
const TOLD_MS = 1_000;

let belfry: LaunchedProduct;
let enrolled: Enrolled[];
let key: string;
const devices: MqttDevice[] = [];
let speaking: NodeJS.Timeout | null = null;
beforeAll(async () => {
  belfry = await launchProduct();
  enrolled = await belfry.enrol(2);
  key = await belfry.rootKey();
}, 120_000);
afterAll(() => belfry.stop());

async function connect({ serial, key: device_key }: Enrolled): Promise<MqttDevice> {
  const since = new Date();
  const device = await connectDevice(`mqtt://127.0.0.1:${belfry.mqttPort}`, { serial, device_key });
  // What is stored may be of before the kill. An api that does not hear devices of a new broker yet gets this status later, as one that was retained.
  await until('it is heard', async () => {
    await device.status({ abilities: [PAGE_ABILITY] });
    const text = `
      select from device_state s join devices d using (device_id)
      where d.serial = $1 and s.status = 'online' and s.takes_pages and s.last_seen >= $2`;
    return (await belfry.pool.query(text, [serial, since])).rowCount === 1;
  });
  return device;
}

beforeEach(async () => {
  // A broker that was killed may be heard before the api can publish again.
  await until('the api publishes', () =>
    belfry.api.call(healthHttp.ready, null).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  for (const one of enrolled) devices.push(await connect(one));
});
afterEach(() => {
  if (speaking) clearInterval(speaking);
  for (const device of devices.splice(0)) device.client.end(true);
});

/** Somebody who speaks to both devices until the test is over. */
async function speak(): Promise<{ pageId: string; talker: Talker }> {
  const serials = enrolled.map(({ serial }) => serial);
  const { page_id: pageId, audio_url } = await openPage(belfry.api, { key }, serials);
  for (const device of devices) await join(device);
  const talker = await mustTalk(belfry.api, audio_url);
  await talker.until('both are ready', ({ counts }) => counts.ready === 2);
  let seq = 0;
  speaking = setInterval(() => {
    if (talker.socket.readyState === talker.socket.OPEN) talker.say(seq++);
  }, FRAME_MS);
  await until('they hear it', () => devices.every(({ frames }) => frames.length > 5));
  return { pageId, talker };
}

/** How the page has ended. The api is not reachable while it is restarted. */
const endOf = async (page_id: string): Promise<PageState['ended_by']> => {
  const state = await until(
    'the end of the page',
    () =>
      belfry.api.call(pagesHttp.read, { key }, { page_id }).then(
        ({ body }) => body,
        () => null,
      ),
    (body) => body?.state === 'ended',
  );
  return state?.ended_by ?? null;
};

it('a page ends when the api is killed: the speaker knows at once, and the next one is possible', async () => {
  const { pageId, talker } = await speak();
  const killedAt = performance.now();
  const closed = talker.closed.then(() => performance.now() - killedAt);
  await belfry.kill('api');
  expect(await closed).toBeLessThan(TOLD_MS);
  expect(await endOf(pageId)).toBe('restarted');
  for (const device of devices) {
    await until('it is told', () => device.commands.some(({ command }) => command === 'page_close'));
    await device.nextCommand();
  }
  const next = await speak();
  next.talker.socket.close();
  expect(await endOf(next.pageId)).toBe('socket');
});

it('a page ends when the broker is killed, and the speaker is told why', async () => {
  const { pageId, talker } = await speak();
  await belfry.kill('broker');
  await talker.closed;
  expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'broker' });
  expect(await endOf(pageId)).toBe('broker');
});

it('a page goes on for the others when a device loses its power', async () => {
  const { pageId, talker } = await speak();
  const [killed, other] = devices;
  killed?.kill();
  await talker.until('it is known to be away', ({ counts }) => counts.offline === 1);
  const heard = other?.frames.length ?? 0;
  await until('the other one goes on', () => (other?.frames.length ?? 0) > heard + 5);
  talker.socket.close();
  expect(await endOf(pageId)).toBe('socket');
});
