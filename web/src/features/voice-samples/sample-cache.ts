/** The number of cached samples, of about 30 kB each. */
const KEPT = 24;

/** Object URLs of the samples that were played last, by voice; evicted ones are revoked. */
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
    /** Returns the URL of a sample and marks it as used. */
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
