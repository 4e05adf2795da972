/** The number of cached samples, of about 30 kB each. */
const KEPT = 24;

/** Object URLs of the samples that were played last, by voice; evicted ones are revoked. */
export function createSampleCache(kept = KEPT) {
  const urls = new Map<string, string>();
  const remove = (voice: string): void => {
    const url = urls.get(voice);
    if (url === undefined) return;
    urls.delete(voice);
    URL.revokeObjectURL(url);
  };
  return {
    delete: remove,
    clear: (): void => [...urls.keys()].forEach(remove),
    /** Returns the URL of a sample and marks it as used. */
    get(voice: string): string | undefined {
      const url = urls.get(voice);
      if (url === undefined) return undefined;
      urls.delete(voice);
      urls.set(voice, url);
      return url;
    },
    set(voice: string, url: string): void {
      remove(voice);
      urls.set(voice, url);
      for (const oldest of [...urls.keys()].slice(0, Math.max(0, urls.size - kept))) remove(oldest);
    },
  };
}

export const sampleCache = createSampleCache();
