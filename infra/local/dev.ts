import { watch } from 'node:fs';
import { join } from 'node:path';
import type { Part } from './part.ts';
import { ROOT } from './paths.ts';
import { say } from './terminal.ts';

/** Editors write a file in several steps; restart once they are done. */
const QUIET_MS = 150;

/** Restarts a server part whenever its sources, or the contract it shares, change. */
export function restartOnChange(part: Part): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of [part.name, 'schemas']) {
    watch(join(ROOT, folder, 'src'), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        say(`${part.name}: ${folder}/src/${file} changed, starting it again`);
        part.restart();
      }, QUIET_MS);
    });
  }
}
