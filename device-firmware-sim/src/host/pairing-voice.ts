import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../hardware/clock.ts';
import type { HostRun } from './config.ts';
import { startSound } from './sound.ts';

const CODE_FILE = 'pairing-code';
/** About; a simulated player ends then. */
const CODE_MS = 15_000;
const PAIRING_VOLUME = 100;

/** The voice player, before there is a device that uses it. */
export async function openPairingVoice(run: HostRun, log: (line: string) => void) {
  const fileOf = (name: string): string => join(run.folder, 'tones', name);
  const output = await startSound({ run, clock: systemClock, pathOf: fileOf, log });
  return {
    play: async (mp3: Uint8Array): Promise<void> => {
      mkdirSync(join(run.folder, 'tones'), { recursive: true });
      writeFileSync(fileOf(CODE_FILE), mp3);
      await output.play('voice', { sha256: CODE_FILE, duration_ms: CODE_MS }, { volume: PAIRING_VOLUME });
    },
    close: () => output.close(),
  };
}
