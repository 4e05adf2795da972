import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pairedDeviceSchema, type PairedDevice } from '@belfry/schemas/http/device-ownership/pairing';

const fileIn = (folder: string): string => join(folder, 'paired.json');

/** What the console has given this device; null before it was added. */
export function readPaired(folder: string): PairedDevice | null {
  try {
    return pairedDeviceSchema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** On the disk when it returns: the key is given once. */
export function storePaired(folder: string, paired: PairedDevice): void {
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
