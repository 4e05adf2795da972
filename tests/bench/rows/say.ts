import { setTimeout as delay } from 'node:timers/promises';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { prepareHostDevice } from '../../support/audio/host-device.ts';
import { createHttpClient } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';
import { startBelfry } from '../lib/belfry.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { quantile } from '../lib/statistics.ts';

const CALLS = 10;
/** Longer than the pause that a device leaves between two announcements (`device-firmware-sim/src/playback/speech-turns.ts`). */
const PAUSE_MS = 1_000;
const NEW = 'new text';
const CACHED = 'cached audio';

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const http = createHttpClient(`http://127.0.0.1:${belfry.httpPort}`);
  const [device] = await belfry.provision(1);
  if (!device) throw new Error('no device was created');
  // A device downloads the audio of its owner.
  await belfry.pool.query('update devices set user_id = $1', [belfry.userId]);
  const host = await prepareHostDevice(device.serial, http.url, `mqtt://127.0.0.1:${belfry.mqttPort}`);
  await host.start('--pass', device.pass);
  await until('online', async () => {
    const { rows } = await belfry.pool.query(`select from device_state where status = 'online'`);
    return rows.length === 1;
  });
  const recorder = host.recorder('voice');
  let texts = 0;

  /** Milliseconds from the call until the first sample that is not silence of a stopped player. */
  async function speak(text: string): Promise<number> {
    const before = recorder.length();
    const calledAt = performance.timeOrigin + performance.now();
    const targets = { devices: [device?.serial] };
    const body = { text, language: 'en-US', voice: 'en-US-Standard-A', targets };
    const said = await http.call(sayHttp.say, belfry, body);
    if (said.status !== 202) throw new Error(`say: ${said.status} ${JSON.stringify(said.body)}`);
    await until('a sample', () => recorder.length() > before, Boolean, 10_000);
    const { run_id } = said.body;
    await until(
      'the end',
      () => http.call(announcementsHttp.run, belfry, { run_id }),
      ({ body: { deliveries } }) => deliveries[0]?.state === 'finished',
      15_000,
    );
    await delay(PAUSE_MS);
    return recorder.timeOf(before) - calledAt;
  }

  async function round(textOf: () => string): Promise<number> {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) times.push(await speak(textOf()));
    return quantile(
      times.toSorted((a, b) => a - b),
      0.95,
    );
  }

  return {
    title: 'Say now on one real player: call → first sample, p95',
    unit: 'ms',
    ours: CACHED,
    contenders: [
      { name: CACHED, round: () => round(() => 'Attention please') },
      { name: NEW, round: () => round(() => `Attention, number ${++texts}`) },
    ],
    targets: [
      { of: CACHED, atMost: 500, unit: 'ms' },
      { of: NEW, atMost: 2_000, unit: 'ms' },
    ],
    notes: [
      `${CALLS} texts a round, one after the other, from the HTTP request to the samples that MPD writes to a pipe.`,
    ],
    rounds: 3,
    stop: async () => {
      await host.close();
      await belfry.stop();
    },
  };
}

/** From the click until it is heard. */
export const say: Row = { name: 'say', prepare };
