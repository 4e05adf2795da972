import { encodePageFrame, type PageFrame } from '@belfry/schemas/mqtt/page-frames';
import { FRAME_SAMPLES, type PageDecoder } from '../live-pages/page-decoder.ts';
import type { PageTransport } from '../live-pages/page-transport.ts';

export const TEST_PAGE = { page_id: '00000000-0000-4000-8000-000000000001', priority: 'say_now' } as const;

/** The first byte of a packet with one frame of 40 ms: SILK, wideband, mono. */
const TOC = 10 << 3;

/** A packet whose only content is a number, which the test decoder turns into samples. */
export const testPacket = (value: number, bytes = 60): Uint8Array =>
  Uint8Array.of(TOC, value, ...Array.from({ length: bytes }, () => 0));

/** A frame of 40 ms, as the api publishes it. */
export const testFrame = (seq: number, capturedAt: number, changes: Partial<PageFrame> = {}): PageFrame => ({
  isEnd: false,
  samples: FRAME_SAMPLES,
  seq,
  capturedAt,
  packet: testPacket(seq % 250),
  ...changes,
});

/** The samples of a frame have its number as their value; those of a gap are negative. */
export const createTestDecoder = async (): Promise<PageDecoder> => ({
  decode: ([, value = 0]) => new Float32Array(FRAME_SAMPLES).fill((value + 1) / 1_000),
  conceal: () => new Float32Array(FRAME_SAMPLES).fill(-0.5),
  free: () => {},
});

export type TestPageTransport = PageTransport & {
  send: (pageId: string, ...frames: PageFrame[]) => void;
  joined: () => string[];
  /** False if the broker refuses subscriptions to pages. */
  admits: boolean;
};

export function createTestPageTransport(): TestPageTransport {
  const listeners = new Map<string, Parameters<PageTransport['join']>[1]>();
  const transport: TestPageTransport = {
    admits: true,
    async join({ page_id: pageId }, listener) {
      if (!transport.admits) throw new Error('the broker does not let this device hear the page');
      listeners.set(pageId, listener);
      return () => void listeners.delete(pageId);
    },
    received: (pageId, bytes) => listeners.get(pageId)?.frame(bytes),
    disconnected() {
      for (const { lost } of listeners.values()) lost();
    },
    send(pageId, ...frames) {
      for (const frame of frames) transport.received(pageId, encodePageFrame(frame));
    },
    joined: () => [...listeners.keys()],
  };
  return transport;
}
