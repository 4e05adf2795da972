/** Samples are some 30 kB each; this many are kept for another listen. */
const KEPT = 24;

/** Object URLs of the samples heard last, by voice; those that fall out are revoked. */
export function createSampleCache(kept = KEPT) {
  const urls = new Map<string, string>();
  const forget = (voice: string): void => {
    const url = urls.get(voice);
    if (url === undefined) return;
    urls.delete(voice);
    URL.revokeObjectURL(url);
  };
  return {
    forget,
    forgetAll: (): void => [...urls.keys()].forEach(forget),
    /** Counts as heard just now. */
    take(voice: string): string | undefined {
      const url = urls.get(voice);
      if (url === undefined) return undefined;
      urls.delete(voice);
      urls.set(voice, url);
      return url;
    },
    keep(voice: string, url: string): void {
      forget(voice);
      urls.set(voice, url);
      for (const oldest of [...urls.keys()].slice(0, Math.max(0, urls.size - kept))) forget(oldest);
    },
  };
}

export const sampleCache = createSampleCache();
