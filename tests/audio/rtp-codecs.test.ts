import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesOf } from '@belfry/device-firmware-sim/sound/pcm';
import type { RtpTransport } from '@belfry/schemas/domain/network-speakers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureTone, startRtpPlayer } from '../support/audio/rtp-player.ts';
import { until } from '../support/until.ts';

const SECONDS = 2;
const PORT = 46_200;

let folder: string;
let player: ReturnType<typeof startRtpPlayer>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-ffmpeg-'));
  player = startRtpPlayer();
});
afterAll(async () => {
  await player.close();
  rmSync(folder, { recursive: true });
});

const isListening = (port: number): boolean =>
  readFileSync('/proc/net/udp', 'utf8').includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} `);

/** What ffmpeg receives and decodes by an SDP, until it is ended. */
async function record(media: string, rate: number) {
  const [sdp, raw] = [join(folder, `${media.replaceAll(/\W/g, '-')}.sdp`), join(folder, 'raw')];
  const lines = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', media, ''];
  writeFileSync(sdp, lines.join('\r\n'));
  const input = ['-protocol_whitelist', 'file,udp,rtp', '-i', sdp];
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, '-ar', String(rate), '-ac', '1', '-f', 's16le', raw]);
  const ended = once(ffmpeg, 'exit');
  await until('ffmpeg', () => isListening(PORT), Boolean);
  return async (): Promise<Float32Array> => {
    ffmpeg.kill('SIGINT');
    await ended;
    return samplesOf(readFileSync(raw), 1);
  };
}

// G.711 has steps that grow with the level: ITU-T G.712 wants 33 dB. G.722 and L16 do better.
test.each<[Pick<RtpTransport, 'codec' | 'rate'>, string, number, number]>([
  [{ codec: 'PCMU' }, `m=audio ${PORT} RTP/AVP 0`, 8_000, -33],
  [{ codec: 'PCMA' }, `m=audio ${PORT} RTP/AVP 8`, 8_000, -33],
  [{ codec: 'G722' }, `m=audio ${PORT} RTP/AVP 9`, 16_000, -40],
  [{ codec: 'L16' }, `m=audio ${PORT} RTP/AVP 11`, 44_100, -75],
  [{ codec: 'L16', rate: 48_000 }, `m=audio ${PORT} RTP/AVP 96\r\na=rtpmap:96 L16/48000/1`, 48_000, -75],
])('ffmpeg hears %j as it was played', async (codec, media, rate, distortionMax) => {
  const stop = await record(media, rate);
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
