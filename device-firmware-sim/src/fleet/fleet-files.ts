import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Stored } from '../hardware/flash.ts';
import { formatSnapshot, parseSnapshot, replayLines } from './storage-format.ts';

const PRIVATE = 0o600;

/**
 * The two files of a fleet: the snapshot `fleet.json`, which is replaced atomically, and `fleet.journal` with what was
 * recorded since. Writing throws when the disk is full.
 * @param log called with a line when the snapshot cannot be read
 */
export function openFleetFiles(folder: string, log: (line: string) => void) {
  const snapshotFile = join(folder, 'fleet.json');
  const journalFile = join(folder, 'fleet.journal');
  const devices = readSnapshot(snapshotFile, log);
  if (existsSync(journalFile)) replayLines(readFileSync(journalFile, 'utf8'), devices);
  const journal = openSync(journalFile, 'a', PRIVATE);
  let journalBytes = 0;

  return {
    /** The stored state of each device, as it was read. */
    devices,
    journalBytes: (): number => journalBytes,
    append(line: string): void {
      journalBytes += writeSync(journal, line);
    },
    /** Replaces both files by a snapshot of `devices`. */
    writeSnapshot(): void {
      writeFileSync(`${snapshotFile}.new`, formatSnapshot(devices), { mode: PRIVATE });
      renameSync(`${snapshotFile}.new`, snapshotFile);
      ftruncateSync(journal, 0);
      journalBytes = 0;
    },
    close: (): void => closeSync(journal),
  };
}

function readSnapshot(file: string, log: (line: string) => void): Map<Serial, Stored> {
  if (!existsSync(file)) return new Map();
  try {
    return parseSnapshot(readFileSync(file, 'utf8'));
  } catch {
    const aside = `${file}.unreadable`;
    renameSync(file, aside);
    log(`${file} cannot be read: kept as ${aside}, the devices start without stored state`);
    return new Map();
  }
}
