import { PAGE_FRAME_MS, PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';

export const OPUS = {
  rateHz: PAGE_RATE_HZ,
  frameMs: PAGE_FRAME_MS,
  frameSamples: (PAGE_RATE_HZ * PAGE_FRAME_MS) / 1_000,
  bitsPerSecond: 24_000,
  /** With it, packets carry redundancy that repairs the packet before them. */
  expectedLossPercent: 10,
} as const;
