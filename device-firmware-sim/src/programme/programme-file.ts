import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programmeSchema, type Programme } from '@belfry/schemas/http/schedules/programme';
import type { Serial } from '@belfry/schemas/domain/serial';
import { shareContent } from './shared-content.ts';

/** A programme and the hash of its text, by which versions are compared. */
type StoredProgramme = { sha256: string; programme: Programme };

/** Where a device keeps its programme. */
export type ProgrammeFile = {
  load(): StoredProgramme | null;
  /** Replaces it; null removes it. @param text the text as it was received */
  save(stored: StoredProgramme | null, text?: string): void;
};

/** Parses a programme for this device. Throws for an invalid one. */
export function parseProgramme(text: string, serial: Serial): StoredProgramme {
  const programme = programmeSchema.parse(JSON.parse(text));
  if (programme.serial !== serial) throw new Error(`The programme is for ${programme.serial}`);
  return { sha256: createHash('sha256').update(text).digest('hex'), programme: shareContent(programme) };
}

/** A programme that is lost with the process. */
export function programmeInMemory(): ProgrammeFile {
  let stored: StoredProgramme | null = null;
  return {
    load: () => stored,
    save: (next) => void (stored = next),
  };
}

/** A programme on disk, replaced atomically. One that cannot be read is as none. */
export function programmeOnDisk(folder: string, serial: Serial, log: (line: string) => void): ProgrammeFile {
  const file = join(folder, `${serial}.json`);
  let stored: StoredProgramme | null | undefined;

  function read(): StoredProgramme | null {
    if (!existsSync(file)) return null;
    try {
      return parseProgramme(readFileSync(file, 'utf8'), serial);
    } catch (error) {
      log(`${file} cannot be read: ${(error as Error).message}`);
      return null;
    }
  }

  function write(text: string | undefined): void {
    if (text === undefined) return rmSync(file, { force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  return {
    load() {
      if (stored === undefined) stored = read();
      return stored;
    },
    save(next, text) {
      stored = next;
      try {
        write(next === null ? undefined : text);
      } catch (error) {
        log(`cannot write ${file}: ${(error as Error).message}`);
      }
    },
  };
}
