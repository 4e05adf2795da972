import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../hardware/clock.ts';
import { formatWav } from '../sound/pcm.ts';
import { L16, SPEAKER } from '../testing/test-sender.ts';
import { createRtpOutput } from './rtp-output.ts';
import { startSenderProcess, type RtpSender } from './sender-process.ts';

const RATE = 22_050;
const SECONDS = 0.5;
const TONE = { hz: 1_000, level: 0.5 };
let folder: string;
let receiver: Socket;
let sender: RtpSender;
let port: number;
const log = vi.fn<(line: string) => void>();
const packets: Buffer[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-sender-'));
  const samples = Float32Array.from(
    { length: RATE * SECONDS },
    (_, index) => TONE.level * Math.sin((2 * Math.PI * TONE.hz * index) / RATE),
  );
  writeFileSync(join(folder, 'tone'), formatWav({ samples, rate: RATE }));
  writeFileSync(join(folder, 'damaged'), 'RIFF');
  receiver = createSocket('udp4');
  receiver.on('message', (packet) => packets.push(packet));
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  ({ port } = receiver.address());
  sender = startSenderProcess({ clock: systemClock, multicastInterface: undefined, log });
});

afterAll(async () => {
  await sender.close();
  receiver.close();
  rmSync(folder, { recursive: true });
});

const outputOf = () =>
  createRtpOutput({
    sender,
    serial: SPEAKER,
    transport: { ...L16, address: '127.0.0.1', port },
    allowed: '127.0.0.1',
    clock: systemClock,
    pathOf: (sha256) => join(folder, sha256),
  });

const toneOf = (samples: readonly number[], rate: number): number => {
  let [sine, cosine] = [0, 0];
  samples.forEach((sample, index) => {
    const angle = (2 * Math.PI * TONE.hz * index) / rate;
    sine += (2 * sample * Math.sin(angle)) / samples.length;
    cosine += (2 * sample * Math.cos(angle)) / samples.length;
  });
  return Math.hypot(sine, cosine);
};

it('sends what is in a file as packets to an address, and goes on after it was killed', async () => {
  const { output } = outputOf();
  const ended = vi.fn();
  output.onEnded(ended);
  const file = { sha256: 'tone', duration_ms: SECONDS * 1_000 };
  await output.play('voice', file, { volume: 100 });
  await vi.waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('voice', false, 0, undefined));
  await vi.waitFor(() => expect(packets.length).toBeGreaterThanOrEqual(55));
  expect(new Set(packets.map(({ length }) => length))).toEqual(new Set([12 + 1_920]));
  const samples = packets.flatMap((packet) =>
    Array.from({ length: 960 }, (_, index) => packet.readInt16BE(12 + 2 * index) / 32_768),
  );
  const from = samples.findIndex((sample) => Math.abs(sample) > 0.01);
  const middle = samples.slice(from + 2_400, from + 2_400 + 14_400);
  expect(20 * Math.log10(toneOf(middle, 48_000) / TONE.level)).toBeCloseTo(0, 1);
  const sequences = packets.map((packet) => packet.readUInt16BE(2));
  expect(sequences.map((sequence) => (sequence - (sequences[0] ?? 0)) & 0xffff)).toEqual(
    packets.map((_, index) => index),
  );

  process.kill(sender.pid() ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith(expect.stringContaining('is started again')));
  packets.length = 0;
  await output.play('voice', file, { volume: 100 });
  expect(packets.length).toBeGreaterThan(10);
});

it('what cannot be decoded, and what is not there, is an error', async () => {
  const { output } = outputOf();
  const play = (sha256: string): Promise<void> => output.play('voice', { sha256, duration_ms: 500 }, { volume: 100 });
  await expect(play('damaged')).rejects.toThrow('damaged');
  await expect(play('missing')).rejects.toThrow('not on this device');
});
