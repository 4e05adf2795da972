import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Serial } from '@belfry/schemas/domain/serial';
import { parseProgramme, type ProgrammeFile, type StoredProgramme } from './programme-store.ts';

/** A programme on disk, replaced atomically. One that cannot be read is as none. */
export function programmeOnDisk(folder: string, serial: Serial, log: (line: string) => void): ProgrammeFile {
  const file = join(folder, `${serial}.json`);
  let storedProgramme: StoredProgramme | null | undefined;

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
      if (storedProgramme === undefined) storedProgramme = read();
      return storedProgramme;
    },
    save(next, text) {
      storedProgramme = next;
      try {
        write(next === null ? undefined : text);
      } catch (error) {
        log(`cannot write ${file}: ${(error as Error).message}`);
      }
    },
  };
}
