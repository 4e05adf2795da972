import type { RtpTransport } from '@belfry/schemas/domain/network-speakers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordWithFfmpeg } from '../support/audio/ffmpeg-recorder.ts';
import { measureTone, startRtpPlayer } from '../support/audio/rtp-player.ts';

const SECONDS = 2;
const PORT = 46_200;

let player: ReturnType<typeof startRtpPlayer>;
beforeAll(() => {
  player = startRtpPlayer();
});
afterAll(() => player.close());

// G.711 has steps that grow with the level: ITU-T G.712 wants 33 dB. G.722 and L16 do better.
test.each<[Pick<RtpTransport, 'codec' | 'rate'>, string, number, number]>([
  [{ codec: 'PCMU' }, `m=audio ${PORT} RTP/AVP 0`, 8_000, -33],
  [{ codec: 'PCMA' }, `m=audio ${PORT} RTP/AVP 8`, 8_000, -33],
  [{ codec: 'G722' }, `m=audio ${PORT} RTP/AVP 9`, 16_000, -40],
  [{ codec: 'L16' }, `m=audio ${PORT} RTP/AVP 11`, 44_100, -75],
  [{ codec: 'L16', rate: 48_000 }, `m=audio ${PORT} RTP/AVP 96\r\na=rtpmap:96 L16/48000/1`, 48_000, -75],
])('ffmpeg hears %j as it was played', async (codec, media, rate, distortionMax) => {
  const stop = await recordWithFfmpeg({ port: PORT, media, rate });
  const { playToEnd } = player.outputOf({ kind: 'rtp', address: '127.0.0.1', port: PORT, ...codec });
  await playToEnd(player.storeTone('tone', SECONDS));
  const heard = await stop();
  const from = heard.findIndex((sample) => Math.abs(sample) > 0.1);
  const sounding = heard.subarray(from + rate / 10, from + rate * (SECONDS - 0.1));
  const { levelDb, distortionDb } = measureTone(sounding, rate);
  process.stdout.write(`${codec.codec} ${rate}: level ${levelDb.toFixed(3)} dB, THD+N ${distortionDb.toFixed(1)} dB\n`);
  expect(sounding.length).toBe(rate * (SECONDS - 0.2));
  expect(Math.abs(levelDb)).toBeLessThan(0.5);
  expect(distortionDb).toBeLessThan(distortionMax);
});
