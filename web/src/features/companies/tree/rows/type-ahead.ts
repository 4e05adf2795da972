import { TYPE_AHEAD_MS } from '../tree-timings.ts';

/** Collects characters that are typed without a pause. `at` in ms; a repeated letter moves from one name to the next. */
export function createTypeAhead() {
  let typed = '';
  let last = -Infinity;
  return (key: string, at: number): string => {
    const fresh = at - last > TYPE_AHEAD_MS;
    last = at;
    typed = fresh || typed === key.toLowerCase() ? key.toLowerCase() : typed + key.toLowerCase();
    return typed;
  };
}

/** The next of `count` names after `from` that begins with the text, cyclic; a longer text may match `from` itself. -1 for none. */
export function findTyped(count: number, nameAt: (index: number) => string, from: number, typed: string): number {
  const start = typed.length > 1 ? from : from + 1;
  for (let step = 0; step < count; step += 1) {
    const at = (start + step) % count;
    if (nameAt(at).toLowerCase().startsWith(typed)) return at;
  }
  return -1;
}
