import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { startMpdOutput, type MpdOutput } from '@belfry/device-firmware-sim/mpd/mpd-output';
import { chirp } from '@belfry/device-firmware-sim/sound/chirp';
import { formatWav, type Sound } from '@belfry/device-firmware-sim/sound/pcm';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import { startRecorder, type Recorder } from './recorder.ts';

export type RecordedOutput = MpdOutput & {
  folder: string;
  /** The channels on which something has ended by itself, in order. */
  ended: PlayerChannel[];
  logged: string[];
  recorder: (channel: PlayerChannel) => Recorder;
  /** Stores a file as the audio cache does, under a name without an end. */
  store: (file: Buffer, seconds: number) => { sha256: string; duration_ms: number };
};

/** Three real MPDs, each of which is recorded, and files for them. */
export async function startRecordedOutput(): Promise<RecordedOutput> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-sound-'));
  const pipeOf = (channel: PlayerChannel): string => join(folder, `${channel}.fifo`);
  const recorders = new Map<PlayerChannel, Recorder>();
  for (const channel of PLAYER_CHANNELS) recorders.set(channel, await startRecorder(pipeOf(channel)));
  const ended: PlayerChannel[] = [];
  const logged: string[] = [];
  const output = await startMpdOutput({
    folder: join(folder, 'players'),
    outputOf: (channel) => ({ type: 'fifo', path: pipeOf(channel) }),
    pathOf: (sha256) => join(folder, sha256),
    clock: systemClock,
    log: (line) => void logged.push(line),
  });
  output.onEnded((channel) => void ended.push(channel));
  let files = 0;

  return {
    ...output,
    folder,
    ended,
    logged,
    recorder(channel) {
      const recorder = recorders.get(channel);
      if (!recorder) throw new Error(`no recorder of ${channel}`);
      return recorder;
    },
    store(file, seconds) {
      const sha256 = String(++files).padStart(64, '0');
      writeFileSync(join(folder, sha256), file);
      return { sha256, duration_ms: seconds * 1_000 };
    },
    async close() {
      await output.close();
      for (const recorder of recorders.values()) recorder.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A chirp of so many seconds at the rate of the recordings, and its file. */
export function chirpFile(seconds: number): { sound: Sound; file: Buffer } {
  const sound = chirp({ rate: 44_100, fromHz: 300, toHz: 3_000, seconds });
  return { sound, file: Buffer.from(formatWav(sound)) };
}

/** A steady tone of so many seconds, whose loudness tells the volume. */
export function sineFile(seconds: number): { sound: Sound; file: Buffer } {
  const rate = 44_100;
  const samples = Float32Array.from(
    { length: rate * seconds },
    (_, index) => 0.5 * Math.sin((2 * Math.PI * 440 * index) / rate),
  );
  return { sound: { samples, rate }, file: Buffer.from(formatWav({ samples, rate })) };
}
