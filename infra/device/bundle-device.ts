import { basename, dirname, join, resolve } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { ROOT } from '../local/paths.ts';

/** What Node 18.17 of Debian 12 does not have. */
const MISSING_IN_NODE_18 = `#!/usr/bin/env node
const add = (object, name, value) => object[name] ?? Object.defineProperty(object, name, { value, configurable: true, writable: true });
add(Array.prototype, 'toSorted', function (compare) { return [...this].sort(compare); });
add(Array.prototype, 'toReversed', function () { return [...this].reverse(); });
add(URL, 'parse', (text, base) => { try { return new URL(text, base); } catch { return null; } });
add(Promise, 'withResolvers', function () { let resolve, reject; const promise = new this((yes, no) => { resolve = yes; reject = no; }); return { promise, resolve, reject }; });
add(AbortSignal, 'any', (signals) => {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) { controller.abort(signal.reason); break; }
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
});
add(Map, 'groupBy', (items, keyOf) => { const groups = new Map(); for (const item of items) { const key = keyOf(item); groups.set(key, [...(groups.get(key) ?? []), item]); } return groups; });
add(Object, 'groupBy', (items, keyOf) => Object.fromEntries(Map.groupBy(items, keyOf)));`;

const PROGRAM = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;

/** Loaded only where speech is to be improved: 4 MB that no device uses. */
const NOT_USED = ['@wasm-audio-decoders/opus-ml'];

/**
 * The reference device, and the programs that it starts, each with what it imports in one file that runs from Node 18.17 on, in a second.
 * @returns the contents of the files by their names, all of one folder; the first is the device
 */
export async function bundleDevice(): Promise<Map<string, string>> {
  const programs = new Map([['belfry-device.mjs', join(ROOT, 'device-firmware-sim/src/installed.ts')]]);
  const files = new Map<string, string>();
  // Grows while it is worked on.
  for (const [name, input] of programs) {
    const build = await rolldown({
      input,
      platform: 'node',
      external: NOT_USED,
      transform: { target: 'node18' },
      treeshake: { manualPureFunctions: ['z'] },
      plugins: [startedPrograms((program) => programs.set(nameOf(program), program))],
    });
    const { output } = await build.generate({
      format: 'esm',
      minify: true,
      codeSplitting: false,
      banner: MISSING_IN_NODE_18,
    });
    await build.close();
    files.set(name, output[0].code);
  }
  return files;
}

/** `rtp/rtp-sender.main.ts` is `rtp-sender.main.mjs`. */
const nameOf = (program: string): string => basename(program).replace(/\.ts$/, '.mjs');

/** A program that is started as a process or thread is the file beside the one that starts it. */
const startedPrograms = (onProgram: (program: string) => void): Plugin => ({
  name: 'belfry-started-programs',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) => ({
      code: code.replaceAll(PROGRAM, (_match, specifier: string) => {
        const program = resolve(dirname(id), specifier);
        onProgram(program);
        return `new URL('./${nameOf(program)}', import.meta.url)`;
      }),
    }),
  },
});
