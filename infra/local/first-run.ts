import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { printLine } from './terminal.ts';

/** Prints the first root account in the start that created it. Later it is only in the file (mode 600). */
export function announceFirstRun(dataDir: string, startedAt: number): void {
  const file = join(dataDir, 'first-run.txt');
  if (!existsSync(file) || statSync(file).mtimeMs < startedAt) return;
  printLine(`first root account (kept in ${file}):`);
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) printLine(`  ${line}`);
}
