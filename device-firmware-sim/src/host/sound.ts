import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../hardware/clock.ts';
import type { SoundOutput } from '../mpd/mpd-config.ts';
import { startMpdOutput, type MpdOutput } from '../mpd/mpd-output.ts';
import { createSimulatedOutput } from '../playback/audio-output.ts';
import type { LeadInSound } from '../playback/lead-in.ts';
import { chirp } from '../sound/chirp.ts';
import { formatWav } from '../sound/pcm.ts';
import { resolveForMany, resolveStation } from '../stations/resolve-station.ts';
import { withStations } from '../stations/with-stations.ts';
import type { HostRun } from './config.ts';
import type { Track } from './host-players.ts';

const TONE = { name: 'test-tone', title: 'Test tone', seconds: 3 };

/** The test tone in a file. @param fileOf where a file of the audio cache with this name would be */
export function storeTone(fileOf: (name: string) => string): Track {
  const { name, title, seconds } = TONE;
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formatWav(chirp({ rate: 44_100, fromHz: 440, toHz: 880, seconds })));
  return { source: { sha256: name, duration_ms: seconds * 1_000 }, title, duration: seconds };
}

/** What wakes an amplifier: silence, or a soft tone, in a file. @param fileOf as for `storeTone` */
export const createLeadInSound = (fileOf: (name: string) => string): LeadInSound => {
  return ({ ms, sound }) => {
    const name = `lead-in-${sound}-${ms}`;
    const samples = new Float32Array((LEAD_IN_RATE * ms) / 1_000);
    if (sound === 'tone') for (const index of samples.keys()) samples[index] = softTone(index, samples.length);
    const file = fileOf(name);
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, formatWav({ samples, rate: LEAD_IN_RATE }));
    }
    return { sha256: name, duration_ms: ms };
  };
};

const LEAD_IN_RATE = 16_000;
const LEAD_IN_HZ = 220;
/** −34 dB of full scale. */
const LEAD_IN_LEVEL = 0.02;
const LEAD_IN_FADE = LEAD_IN_RATE / 20;

const softTone = (index: number, length: number): number =>
  LEAD_IN_LEVEL *
  Math.min(1, index / LEAD_IN_FADE, (length - index) / LEAD_IN_FADE) *
  Math.sin((2 * Math.PI * LEAD_IN_HZ * index) / LEAD_IN_RATE);

type SoundOptions = {
  run: Pick<HostRun, 'folder' | 'players' | 'output' | 'soundDevice'>;
  clock: Clock;
  pathOf: (sha256: string) => string;
  log: (line: string) => void;
  /** A named pipe that gets what the voice player plays. */
  voiceTap?: string | undefined;
};

/** The players that the command line asks for. Resolves when they are ready. */
export async function startSound({ run, clock, pathOf, log, voiceTap }: SoundOptions): Promise<MpdOutput> {
  if (run.players === 'simulated')
    return { ...withStations(createSimulatedOutput(clock), resolveForMany), services: () => [], close: async () => {} };
  const { soundDevice } = run;
  const folder = join(run.folder, 'players');
  const outputOf = (channel: string): SoundOutput => {
    if (run.output === 'null') return { type: 'null' };
    if (run.output === 'fifo') return { type: 'fifo', path: join(soundDevice ?? folder, `${channel}.fifo`) };
    return { type: run.output, device: soundDevice };
  };
  return withStations(await startMpdOutput({ folder, outputOf, voiceTap, pathOf, clock, log }), (address) =>
    resolveStation(address),
  );
}
