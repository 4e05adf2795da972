import { join } from 'node:path';
import type { Clock } from '../hardware/clock.ts';
import type { SoundOutput } from '../mpd/mpd-config.ts';
import { startMpdOutput, type MpdOutput } from '../mpd/mpd-output.ts';
import { createSimulatedOutput } from '../playback/output/simulated-output.ts';
import type { HostRun } from './config.ts';

type SoundOptions = {
  run: Pick<HostRun, 'folder' | 'players' | 'output' | 'soundDevice'>;
  clock: Clock;
  pathOf: (sha256: string) => string;
  log: (line: string) => void;
};

/** The players that the command line asks for. Resolves when they are ready. */
export async function startSound({ run, clock, pathOf, log }: SoundOptions): Promise<MpdOutput> {
  if (run.players === 'simulated')
    return { ...createSimulatedOutput(clock), services: () => [], close: async () => {} };
  const { soundDevice } = run;
  const folder = join(run.folder, 'players');
  const outputOf = (channel: string): SoundOutput => {
    if (run.output === 'null') return { type: 'null' };
    if (run.output === 'fifo') return { type: 'fifo', path: join(soundDevice ?? folder, `${channel}.fifo`) };
    return { type: run.output, device: soundDevice };
  };
  return startMpdOutput({ folder, outputOf, pathOf, clock, log });
}
