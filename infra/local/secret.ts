import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Reads a secret from its file, or makes one and keeps it there readable by its owner only. */
export function readOrCreateSecret(file: string, create: () => string): string {
  if (!existsSync(file)) writeFileSync(file, create(), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
