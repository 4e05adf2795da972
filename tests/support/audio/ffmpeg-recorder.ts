import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesOf } from '@belfry/device-firmware-sim/sound/pcm';
import { until } from '../until.ts';

const isListening = (port: number): boolean =>
  readFileSync('/proc/net/udp', 'utf8').includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} `);

/**
 * Receives and decodes RTP at the loopback with ffmpeg, which knows nothing of ours but an SDP.
 * @param media its lines from `m=audio`: `m=audio 46200 RTP/AVP 0`
 * @param rate of the samples that are returned
 * @returns a function that ends it, with everything that it has heard
 */
export async function recordWithFfmpeg({ port, media, rate }: { port: number; media: string; rate: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-ffmpeg-'));
  const sdp = join(folder, 'sdp');
  const lines = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', media, ''];
  writeFileSync(sdp, lines.join('\r\n'));
  const files: string[] = [];
  let ffmpeg: ChildProcess | null = null;
  const ending = new AbortController();
  async function run(): Promise<void> {
    // It ends by itself after ten seconds of silence.
    while (!ending.signal.aborted) {
      const raw = join(folder, `raw-${files.length}`);
      files.push(raw);
      const input = ['-protocol_whitelist', 'file,udp,rtp', '-f', 'sdp', '-i', sdp];
      ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, '-ar', String(rate), '-ac', '1', '-f', 's16le', raw]);
      await once(ffmpeg, 'exit');
    }
  }
  const ended = run();
  await until('ffmpeg', () => isListening(port), Boolean);
  return async (): Promise<Float32Array> => {
    ending.abort();
    ffmpeg?.kill('SIGINT');
    await ended;
    const heard = files.filter((file) => existsSync(file)).map((file) => readFileSync(file));
    rmSync(folder, { recursive: true });
    return samplesOf(Buffer.concat(heard), 1);
  };
}
