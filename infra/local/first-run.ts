import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './terminal.ts';

/** Shows the first root account once: in the start that made it. Later it is only in the file (0600). */
export function announceFirstRun(dataDir: string, startedAt: number): void {
  const file = join(dataDir, 'first-run.txt');
  if (!existsSync(file) || statSync(file).mtimeMs < startedAt) return;
  say(`first root account (kept in ${file}):`);
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) say(`  ${line}`);
}
