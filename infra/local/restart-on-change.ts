import { watch } from 'node:fs';
import { join } from 'node:path';
import type { ManagedProcess } from './processes/managed-process.ts';
import { ROOT } from './paths.ts';
import { printLine } from './terminal.ts';

/** Editors save a file in several steps, which must cause only one restart. */
const DEBOUNCE_MS = 150;

/** Restarts a server when its sources or the shared schemas change. */
export function restartOnChange(server: ManagedProcess): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of [server.name, 'schemas']) {
    watch(join(ROOT, folder, 'src'), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        printLine(`${server.name}: ${folder}/src/${file} changed, starting it again`);
        server.restart();
      }, DEBOUNCE_MS);
    });
  }
}
