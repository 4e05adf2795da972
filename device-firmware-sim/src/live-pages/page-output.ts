import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import type { Clock } from '../hardware/clock.ts';

/** What an output has to know of a page: loudspeakers on the network that hear the same page hear it once. */
export type OpenedPage = Pick<CommandParams<'page_open'>, 'page_id' | 'priority'>;

export type PageOutput = {
  /** Why this device cannot be paged; null if it can. Shown to users. */
  readonly unavailable: string | null;
  /** From `write` until the first of the samples is heard, in milliseconds. */
  readonly leadMs: number;
  /** False where nobody hears them: nothing is decoded, and they are only counted. */
  readonly takesSamples: boolean;
  /**
   * Opens it for one page. Resolves when it takes samples; rejects with OutputError.
   * @param failed called once when it fails later, with a reason for users
   */
  open(failed: (reason: string) => void, page: OpenedPage): Promise<OpenPageOutput>;
};

export type OpenPageOutput = {
  /**
   * Plays samples behind those before, −1 to 1, of one channel at 48 kHz.
   * @param heardAt when the first is heard, in ms since 1970 by the device's clock
   */
  write(samples: Float32Array, heardAt: number): void;
  /** Closes it. What was written is still heard, or not if it is `cut`. */
  close(how: 'drained' | 'cut'): void;
};

export const createSilentPageOutput = (): PageOutput => ({
  unavailable: null,
  leadMs: 0,
  takesSamples: false,
  open: async () => ({ write: () => {}, close: () => {} }),
});

export const createMissingPageOutput = (reason: string): PageOutput => ({
  ...createSilentPageOutput(),
  unavailable: reason,
});

/** Samples that were written together, and when the first was heard, in ms since 1970. */
export type HeardSamples = { at: number; samples: Float32Array };

export type RecordedPageOutput = PageOutput & {
  heard: HeardSamples[];
  isOpen: () => boolean;
  fail: (reason: string) => void;
};

export function createRecordedPageOutput(clock: Clock, { leadMs = 0, openMs = 0 } = {}): RecordedPageOutput {
  const heard: HeardSamples[] = [];
  let failed: ((reason: string) => void) | null = null;
  return {
    unavailable: null,
    leadMs,
    takesSamples: true,
    heard,
    isOpen: () => failed !== null,
    fail: (reason) => failed?.(reason),
    async open(onFailed) {
      await new Promise<void>((resolve) => void clock.after(openMs, resolve));
      failed = onFailed;
      return {
        write: (samples, at) => void heard.push({ at, samples }),
        close: () => void (failed = null),
      };
    },
  };
}
