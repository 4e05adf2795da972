import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Reads a secret from its file, or creates the file with mode 600. */
export function readOrCreateSecret(file: string, create: () => string): string {
  if (!existsSync(file)) writeFileSync(file, create(), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
