import { PAGE_FRAME_MS, PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';

/** How speech is encoded, by the browser or by the WASM encoder. */
export const OPUS = {
  rateHz: PAGE_RATE_HZ,
  frameMs: PAGE_FRAME_MS,
  frameSamples: (PAGE_RATE_HZ * PAGE_FRAME_MS) / 1_000,
  bitsPerSecond: 24_000,
  /** For which the packets carry what repairs the one before them. */
  expectedLossPercent: 10,
} as const;
