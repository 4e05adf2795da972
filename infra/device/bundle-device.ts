import { join } from 'node:path';
import { rolldown } from 'rolldown';
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

/** The reference device with what it imports in one file that runs from Node 18.17 on, in a second. */
export async function bundleDevice(): Promise<string> {
  const build = await rolldown({
    input: join(ROOT, 'device-firmware-sim/src/installed.ts'),
    platform: 'node',
    transform: { target: 'node18' },
    treeshake: { manualPureFunctions: ['z'] },
  });
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    codeSplitting: false,
    banner: MISSING_IN_NODE_18,
  });
  await build.close();
  return output[0].code;
}
