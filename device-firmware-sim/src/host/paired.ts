import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pairedDeviceSchema, type PairedDevice } from '@belfry/schemas/http/device-ownership/pairing';
import { sleep, systemClock } from '../hardware/clock.ts';

const fileIn = (folder: string): string => join(folder, 'paired.json');

/** What the console has given this device; null before it was added. */
export function readPaired(folder: string): PairedDevice | null {
  try {
    return pairedDeviceSchema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return null;
  }
}

const AGAIN_MS = 5_000;

/** On the disk when it resolves: the key is given once, so a full disk is waited for. */
export async function keepPaired(folder: string, paired: PairedDevice, log: (line: string) => void): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    try {
      storePaired(folder, paired);
      return;
    } catch (error) {
      if (!isTold) log(`what the console gave cannot be stored, trying again: ${(error as Error).message}`);
      await sleep(systemClock, AGAIN_MS);
    }
  }
}

function storePaired(folder: string, paired: PairedDevice): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const whole = `${fileIn(folder)}.new`;
  const file = openSync(whole, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify(paired));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(whole, fileIn(folder));
}
