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
import type { Cancel, Clock } from '../hardware/clock.ts';
import { appendReceipt, newStored, type Flash, type Memory, type Stored } from '../hardware/flash.ts';
import { programmeOnDisk } from '../programme/programme-file.ts';
import { formatLine, formatRecordLine, formatSnapshot, parseSnapshot, replayLines } from './storage-format.ts';

/** Changes are collected for this time before they are written; longer for large fleets, whose snapshots are larger. */
const PAUSE_MS = 1_000;
const PAUSE_PER_DEVICE_MS = 1;
const JOURNAL_FILE_MAX_BYTES = 4_000_000;

type Storage = {
  flashOf: (serial: Serial, factory: () => Memory) => Flash;
  close: () => void;
};

/**
 * The flash of a whole fleet in one folder: programmes, `fleet.json`, replaced atomically, and `fleet.journal`, to which each
 * measurement, receipt and change of an input is appended before it is sent, so that a killed process neither repeats nor skips a sequence number. The
 * state of devices that are not in this fleet is kept.
 * @param log called with a line when a file cannot be read or written
 */
export function openStorage(folder: string, clock: Clock, log: (line: string) => void): Storage {
  mkdirSync(folder, { recursive: true });
  const files = openFleetFiles(folder, log);
  const { devices } = files;
  let pending: Cancel | null = null;
  let failing = false;

  function flush(): void {
    pending?.();
    pending = null;
    attempt(() => files.writeSnapshot());
  }

  function flushSoon(): void {
    pending ??= clock.after(PAUSE_MS + devices.size * PAUSE_PER_DEVICE_MS, flush);
  }

  /** When writing fails, for example because the disk is full, the fleet continues in memory and writing is retried. */
  function attempt(write: () => void): void {
    try {
      write();
      failing = false;
    } catch (error) {
      if (!failing) log(`cannot write to ${folder}: ${(error as Error).message}`);
      failing = true;
      flushSoon();
    }
  }

  function append(line: string): void {
    attempt(() => files.append(line));
    if (files.journalBytes() > JOURNAL_FILE_MAX_BYTES) flush();
  }

  return {
    flashOf(serial, factory) {
      const state = devices.get(serial) ?? newStored(factory());
      devices.set(serial, state);
      return {
        ...state,
        programme: programmeOnDisk(join(folder, 'programmes'), serial, log),
        changed: flushSoon,
        append(measurement) {
          const seq = state.journal.append(measurement);
          append(formatLine(serial, seq, measurement));
          return seq;
        },
        report(receipt) {
          append(formatRecordLine(serial, appendReceipt(state, receipt), receipt));
        },
        noteInput(change) {
          append(formatRecordLine(serial, state.inputs.append(change), change));
        },
      };
    },
    close() {
      flush();
      pending?.();
      files.close();
    },
  };
}

const PRIVATE = 0o600;

/**
 * The two files of a fleet: the snapshot `fleet.json`, which is replaced atomically, and `fleet.journal` with what was
 * recorded since. Writing throws when the disk is full.
 * @param log called with a line when the snapshot cannot be read
 */
function openFleetFiles(folder: string, log: (line: string) => void) {
  const snapshotFile = join(folder, 'fleet.json');
  const journalFile = join(folder, 'fleet.journal');
  const devices = readSnapshot(snapshotFile, log);
  if (existsSync(journalFile)) replayLines(readFileSync(journalFile, 'utf8'), devices);
  const journal = openSync(journalFile, 'a', PRIVATE);
  let journalBytes = 0;

  return {
    devices,
    journalBytes: (): number => journalBytes,
    append(line: string): void {
      journalBytes += writeSync(journal, line);
    },
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
