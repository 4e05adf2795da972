/** The audio of a device, by its hash. It survives a loss of power. */
export type AudioCache = {
  has: (sha256: string) => boolean;
  /** The file on disk; null where it is not cached, or only its hash is kept. */
  pathOf(sha256: string): string | null;
  /**
   * Downloads what is missing, in this order, and verifies it against its hash.
   * Throws DownloadError, or the reason of the signal.
   */
  ensure(items: readonly { sha256: string }[], options: { signal: AbortSignal }): Promise<void>;
  /**
   * Sets what the programme needs, the most needed first; `kept` of them, from the first, are not evicted. When the quota is
   * exceeded, the least needed goes first.
   */
  setNeeded(sha256s: readonly string[], kept: number): void;
  /** Removes all files. @returns how much that was */
  clear(): { bytes: number; files: number };
};
