import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Cancel, Clock } from './clock.ts';
import type { Flash, Memory } from './flash.ts';
import { formatLine, formatSnapshot, parseSnapshot, replayLines, type Stored } from './fleet-file.ts';
import { Journal } from './journal.ts';

/** Changes are written together after this pause; big fleets pause longer, since each writing costs more. */
const PAUSE_MS = 1_000;
const PAUSE_PER_DEVICE_MS = 1;
/** Past this size the journal file is folded into a new snapshot. */
const JOURNAL_FILE_MAX_BYTES = 4_000_000;
const PRIVATE = 0o600;

export type Storage = {
  /** The flash of a device: as it was left, or with the memory that `factory` makes. */
  flashOf: (serial: Serial, factory: () => Memory) => Flash;
  close: () => void;
};

/**
 * The flash of a whole fleet in one folder: `fleet.json`, replaced atomically, and `fleet.journal`, to which each
 * measurement is appended before it is sent, so that a killed process neither repeats nor skips a number. Devices that
 * are not in this fleet keep what they had.
 * @param say gets a line when something cannot be read or written
 */
export function openStorage(folder: string, clock: Clock, say: (line: string) => void): Storage {
  mkdirSync(folder, { recursive: true });
  const snapshotFile = join(folder, 'fleet.json');
  const journalFile = join(folder, 'fleet.journal');
  const devices = readSnapshot(snapshotFile, say);
  if (existsSync(journalFile)) replayLines(readFileSync(journalFile, 'utf8'), devices);
  const journal = openSync(journalFile, 'a', PRIVATE);
  let journalBytes = 0;
  let pending: Cancel | null = null;
  let failing = false;

  function flush(): void {
    pending?.();
    pending = null;
    attempt(() => {
      writeFileSync(`${snapshotFile}.new`, formatSnapshot(devices), { mode: PRIVATE });
      renameSync(`${snapshotFile}.new`, snapshotFile);
      ftruncateSync(journal, 0);
      journalBytes = 0;
    });
  }

  function flushSoon(): void {
    pending ??= clock.after(PAUSE_MS + devices.size * PAUSE_PER_DEVICE_MS, flush);
  }

  /** A full disk is no reason for a fleet to end: it goes on from memory and tries again. */
  function attempt(write: () => void): void {
    try {
      write();
      failing = false;
    } catch (error) {
      if (!failing) say(`cannot write to ${folder}: ${(error as Error).message}`);
      failing = true;
      flushSoon();
    }
  }

  function append(line: string): void {
    attempt(() => {
      journalBytes += writeSync(journal, line);
    });
    if (journalBytes > JOURNAL_FILE_MAX_BYTES) flush();
  }

  return {
    flashOf(serial, factory) {
      const stored = devices.get(serial) ?? { memory: factory(), journal: new Journal() };
      devices.set(serial, stored);
      return {
        ...stored,
        changed: flushSoon,
        keep(measurement) {
          const seq = stored.journal.append(measurement);
          append(formatLine(serial, seq, measurement));
          return seq;
        },
      };
    },
    close() {
      flush();
      pending?.();
      closeSync(journal);
    },
  };
}

function readSnapshot(file: string, say: (line: string) => void): Map<Serial, Stored> {
  if (!existsSync(file)) return new Map();
  try {
    return parseSnapshot(readFileSync(file, 'utf8'));
  } catch {
    const aside = `${file}.unreadable`;
    renameSync(file, aside);
    say(`${file} cannot be read: kept as ${aside}, every device starts anew`);
    return new Map();
  }
}
