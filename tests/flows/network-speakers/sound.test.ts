import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { formatWav } from '@belfry/device-firmware-sim/sound/pcm';
import type { Audio } from '@belfry/schemas/http/library/audio';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { measureTone } from '../../support/audio/rtp-player.ts';
import { startRtpReceiver } from '../../support/audio/rtp-receiver.ts';
import { startSenderHost } from '../../support/devices/sender-host.ts';
import { statusOf } from '../../support/commands.ts';
import { createDevice, createSpeakers, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createAudio } from '../../support/library.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const RATE = 44_100;
let stack: Stack;
let owner: TestUser;
let company: NodePosition;
let sender: TestDevice;
let device: Awaited<ReturnType<typeof startSenderHost>>;
let audio: Audio;
let receiver: Awaited<ReturnType<typeof startRtpReceiver>>;

flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  await changeSettings(stack, { NETWORK_SPEAKER_ALLOW: '127.0.0.1' });
  owner = await createUser(stack);
  const { company: place, nodes } = await createSpeakers(stack, owner, 1);
  company = place;
  sender = await createDevice(stack, { user_id: owner.id, company_id: nodes[0]?.company_id ?? 0 });
  device = await startSenderHost(stack, sender);
  const samples = Float32Array.from(
    { length: RATE },
    (_, index) => 0.5 * Math.sin((2 * Math.PI * 1_000 * index) / RATE),
  );
  const bytes = Buffer.from(formatWav({ samples, rate: RATE }));
  audio = await createAudio(stack, owner, bytes, { duration_ms: 1_000, loudness_lufs: -16, peak_dbtp: -6 });
  receiver = await startRtpReceiver();
});
afterAll(async () => {
  await device.stop();
  receiver.close();
});
beforeEach(() => {
  receiver.packets.length = 0;
});

async function addSpeaker(name: string) {
  const transport = { kind: 'rtp', address: '127.0.0.1', port: receiver.port, codec: 'L16' } as const;
  const body = { company_id: company.company_id, name, sender: sender.serial, transport };
  const { status, body: speaker } = await stack.call(networkSpeakersHttp.create, owner, body);
  expect(status).toBe(201);
  await until('it is online', async () => (await statusOf(stack, speaker.serial)) === 'online');
  return speaker;
}

async function say(...devices: string[]) {
  const { body } = await stack.call(sayHttp.say, owner, { audio_id: audio.id, targets: { devices } });
  const { deliveries } = await until(
    'all receipts',
    async () => (await stack.call(announcementsHttp.run, owner, { run_id: body.run_id })).body,
    (run) => run.deliveries.length === devices.length && run.deliveries.every(({ state }) => state === 'finished'),
  );
  // A busy machine may lose some.
  await until('the silence after it', () => receiver.packets.length > 60 && receiver.isSilent());
  return deliveries;
}

it('what is said at network speakers of one address leaves their sender once, and their receipts say that it was sent', async () => {
  const [one, two] = [await addSpeaker('Hall'), await addSpeaker('Yard')];
  const deliveries = await say(one.serial, two.serial);
  expect(deliveries.map(({ reason_code }) => reason_code)).toEqual(['sent', 'sent']);
  expect(receiver.spurts()).toBe(1);
  // How pure it is as a whole is measured with ffmpeg; here a busy machine may have left a gap, and what is sent twice is louder everywhere.
  const parts = Array.from({ length: 8 }, (_, part) =>
    receiver.heard().subarray((RATE * (part + 1)) / 10, (RATE * (part + 2)) / 10),
  );
  const [best = { levelDb: Infinity, distortionDb: 0 }] = parts
    .map((part) => measureTone(part, RATE))
    .toSorted((a, b) => a.distortionDb - b.distortionDb);
  const { levelDb, distortionDb } = best;
  // At the volume of the place, which both have.
  expect(distortionDb).toBeLessThan(-60);
  expect(levelDb).toBeLessThan(0.1);
  expect(levelDb).toBeGreaterThan(-20);
});

it('is there as long as its sender carries it, and plays the test tone', async () => {
  const speaker = await addSpeaker('Gate');
  const command = { serial: speaker.serial, command: 'test_voices', params: { args: 'play' } };
  expect((await stack.call(commandsHttp.sendAndWait, owner, command)).body).toMatchObject({ success: true });
  await until('the tone', () => receiver.packets.length > 50);
  await stack.call(networkSpeakersHttp.remove, owner, { device_id: speaker.device_id });
  await until('it is not carried any more', () => !device.speakers().some((serial) => serial === speaker.serial));
});
