import type { AudioCache } from './audio-cache.ts';

/**
 * One cache for several devices on one machine: what the programme of any of them needs is needed.
 * @returns makes the cache of one more device, and what forgets it
 */
export function shareCache(cache: AudioCache): () => { cache: AudioCache; leave: () => void } {
  const needs = new Map<symbol, { sha256s: readonly string[]; kept: number }>();

  function combine(): void {
    const all = [...needs.values()];
    const kept = new Set(all.flatMap(({ sha256s, kept: count }) => sha256s.slice(0, count)));
    const rest = new Set(all.flatMap(({ sha256s }) => sha256s).filter((sha256) => !kept.has(sha256)));
    cache.setNeeded([...kept, ...rest], kept.size);
  }

  return () => {
    const own = Symbol('device');
    return {
      cache: {
        ...cache,
        setNeeded(sha256s, kept) {
          needs.set(own, { sha256s, kept });
          combine();
        },
      },
      leave() {
        if (needs.delete(own)) combine();
      },
    };
  };
}
