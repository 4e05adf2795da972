import type { PageFrame } from '@belfry/schemas/mqtt/page-frames';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../hardware/random.ts';
import { testFrame, testPacket } from '../testing/test-live-pages.ts';
import { QUEUE_MAX_BYTES, QUEUE_MAX_FRAMES } from './frame-queue.ts';
import { createJitterBuffer, PLAYOUT_MS, type Block } from './jitter-buffer.ts';

const START = Date.UTC(2026, 0, 15, 12);
const LEAD_MS = 60;
const FRAME_MS = 40;

type Arrival = { frame: PageFrame; at: number };
type Heard = { at: number; block: Block };

const capturedAt = (seq: number): number => START + seq * FRAME_MS;
const frameOf = (seq: number, changes: Partial<PageFrame> = {}): PageFrame => testFrame(seq, capturedAt(seq), changes);
const endAt = (seq: number, delayMs: number): Arrival => ({
  frame: frameOf(seq, { isEnd: true, packet: new Uint8Array(), samples: 0 }),
  at: capturedAt(seq) + delayMs,
});
const arrivals = (count: number, delayOf: (seq: number) => number): Arrival[] => [
  ...Array.from({ length: count }, (_, seq) => ({ frame: frameOf(seq), at: capturedAt(seq) + delayOf(seq) })),
  endAt(count, delayOf(count)),
];

function listen(coming: readonly Arrival[], leadMs = LEAD_MS) {
  const buffer = createJitterBuffer(leadMs);
  const waiting = coming.toSorted((a, b) => a.at - b.at);
  const heard: Heard[] = [];
  let heardAt = (waiting[0]?.at ?? START) + leadMs;
  for (let count = 0; count < 5_000; count++) {
    while (waiting[0] && waiting[0].at <= heardAt - leadMs) {
      const { frame, at } = waiting.shift() as Arrival;
      buffer.add(frame, at);
    }
    const block = buffer.take(heardAt);
    if (block.kind === 'end') break;
    heard.push({ at: heardAt, block });
    heardAt += lengthOf(block);
  }
  return { buffer, heard };
}

function lengthOf(block: Exclude<Block, { kind: 'end' }>): number {
  if (block.kind === 'silence') return block.ms;
  return block.kind === 'frame' ? FRAME_MS - block.shortenMs : FRAME_MS;
}

const framesIn = (heard: readonly Heard[]): { seq: number; afterMs: number }[] =>
  heard.flatMap(({ at, block }) =>
    block.kind === 'frame' ? [{ seq: block.frame.seq, afterMs: at - capturedAt(block.frame.seq) }] : [],
  );

function gapsIn(heard: readonly Heard[], from: number): number[] {
  const gaps: number[] = [];
  let length = 0;
  for (const { at, block } of heard) {
    if (block.kind === 'gap' && at >= from) {
      length += FRAME_MS;
      continue;
    }
    if (length > 0) gaps.push(length);
    length = 0;
  }
  return gaps;
}

describe('frames that come in time', () => {
  it('are heard 250 ms after their capture, whatever the network needs below that', () => {
    for (const delayMs of [2, 40, 105]) {
      const { heard, buffer } = listen(arrivals(100, (seq) => delayMs + (seq % 3) * 4));
      const frames = framesIn(heard);
      expect(frames.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, seq) => seq));
      for (const { afterMs } of frames) expect(Math.abs(afterMs - PLAYOUT_MS)).toBeLessThan(1);
      expect(buffer.counts()).toEqual({ lost: 0, late: 0 });
      expect(gapsIn(heard, START)).toEqual([]);
    }
  });

  it('are heard as early as a slow network allows, with 80 ms in reserve', () => {
    for (const { afterMs } of framesIn(listen(arrivals(50, () => 400)).heard))
      expect(Math.abs(afterMs - (400 + LEAD_MS + 80))).toBeLessThan(1);
  });

  it('are heard 250 ms after they have come where the clock of the device is behind, and soon where it is ahead', () => {
    for (const { afterMs } of framesIn(listen(arrivals(50, () => -5_000)).heard))
      expect(Math.abs(afterMs + 5_000 - PLAYOUT_MS)).toBeLessThan(1);
    for (const { afterMs } of framesIn(listen(arrivals(50, () => 7_200_000)).heard))
      expect(afterMs - 7_200_000).toBeLessThan(PLAYOUT_MS);
  });
});

describe('a network that stalls', () => {
  /** 5 % of the frames find a connection that stands still for 200 ms; what is sent meanwhile comes after it. */
  function stalling(seed: number): Arrival[] {
    const random = createRandom(`stalls ${seed}`);
    let until = 0;
    return arrivals(500, (seq) => {
      const at = capturedAt(seq) + 20 + random.between(0, 8);
      if (at > until && random.chance(0.05)) until = at + 200;
      return Math.max(at, until) - capturedAt(seq);
    });
  }

  it('leaves no gap over 120 ms after the first four seconds, and loses nothing', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { heard, buffer } = listen(stalling(seed));
      expect(gapsIn(heard, START + 4_000).every((ms) => ms <= 120)).toBe(true);
      expect(buffer.counts()).toEqual({ lost: 0, late: 0 });
      expect(buffer.delayMs()).toBeLessThanOrEqual(28 + LEAD_MS + 300);
    }
  });

  it('is made up for by leaving out the quietest frames, until everything is heard at its time again', () => {
    const stalled = (seq: number): number => (seq >= 50 && seq < 65 ? capturedAt(65) - capturedAt(seq) : 20);
    const coming = arrivals(300, stalled).map(({ frame, at }) =>
      frame.isEnd ? { frame, at } : { frame: { ...frame, packet: testPacket(0, frame.seq % 3 === 0 ? 10 : 90) }, at },
    );
    const { heard, buffer } = listen(coming);
    const frames = framesIn(heard);
    const seqs = new Set(frames.map(({ seq }) => seq));
    const leftOut = Array.from({ length: 300 }, (_, seq) => seq).filter((seq) => !seqs.has(seq));
    expect(leftOut.length).toBeGreaterThan(0);
    expect((leftOut[0] ?? 1) % 3).toBe(0);
    expect(buffer.counts()).toEqual({ lost: 0, late: 0 });
    expect(Math.max(...frames.map(({ afterMs }) => afterMs))).toBeGreaterThan(600);
    const last = frames.at(-1)?.afterMs ?? 0;
    expect(last - buffer.delayMs()).toBeLessThanOrEqual(6);
    expect(last - buffer.delayMs()).toBeGreaterThanOrEqual(-FRAME_MS / 2);
  });
});

describe('frames that are missing', () => {
  it('leave a gap of their length, so that what follows keeps its time', () => {
    const coming = arrivals(50, () => 20).filter(({ frame: { seq } }) => seq !== 10 && seq !== 11);
    const { heard, buffer } = listen(coming);
    expect(gapsIn(heard, START)).toEqual([80]);
    for (const { afterMs } of framesIn(heard)) expect(Math.abs(afterMs - PLAYOUT_MS)).toBeLessThan(1);
    expect(buffer.counts()).toEqual({ lost: 2, late: 0 });
  });

  it('are late if they come after all, and are not heard then', () => {
    const coming = arrivals(50, (seq) => (seq === 10 ? 900 : 20));
    const { heard, buffer } = listen(coming);
    expect(framesIn(heard).some(({ seq }) => seq === 10)).toBe(false);
    expect(buffer.counts()).toEqual({ lost: 0, late: 1 });
  });

  it('are none before the first one that a device hears which joins in the middle', () => {
    const coming = arrivals(100, () => 20).filter(({ frame: { seq } }) => seq >= 70);
    const { heard, buffer } = listen(coming);
    expect(framesIn(heard)[0]).toMatchObject({ seq: 70 });
    expect(buffer.counts()).toEqual({ lost: 0, late: 0 });
  });
});

describe('hostile frames', () => {
  it('are heard once, in their order, although they are sent again or in another order', () => {
    const frames = arrivals(60, () => 20);
    const again = frames.map(({ frame, at }) => ({ frame, at: at + 60 }));
    const replayed = frames.map(({ frame, at }) => ({ frame, at: at + 1_000 }));
    const swapped = frames.map(({ frame, at }) => ({ frame, at: frame.seq % 2 === 0 ? at + 50 : at }));
    const { heard, buffer } = listen([...swapped, ...again, ...replayed]);
    expect(framesIn(heard).map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, seq) => seq));
    expect(buffer.counts()).toEqual({ lost: 0, late: 0 });
  });

  it('are ignored where they cannot be of the page: far ahead, or captured at another time', () => {
    const buffer = createJitterBuffer(LEAD_MS);
    expect(buffer.add(frameOf(0), START + 20)).toBe('added');
    const strange = [
      frameOf(60),
      frameOf(4_000_000_000),
      testFrame(1, START + 3_600_000),
      testFrame(1, -1e300),
      testFrame(1, 0),
    ];
    expect(strange.map((frame) => buffer.add(frame, START + 40))).toEqual(strange.map(() => 'ignored'));
    expect(buffer.add(frameOf(1), START + 60)).toBe('added');
  });

  it('are not kept beyond the limits, and do not hold up what follows', () => {
    const buffer = createJitterBuffer(LEAD_MS);
    for (let seq = 0; seq < 500; seq++) {
      buffer.add(frameOf(seq, { packet: new Uint8Array(1_275) }), START);
      expect(buffer.length()).toBeLessThanOrEqual(QUEUE_MAX_FRAMES);
      expect(buffer.bytes()).toBeLessThanOrEqual(QUEUE_MAX_BYTES);
    }
    // They were captured in the future, so the clock of the device is taken to be behind.
    expect(buffer.take(START + 1_100)).toMatchObject({ kind: 'frame' });
  });
});

it('hears each frame at most once and in order, within its limits, whatever arrives', () => {
  const arrival = fc.record({
    seq: fc.oneof(fc.nat(60), fc.nat(4_000)),
    atMs: fc.nat(3_000),
    shiftMs: fc.integer({ min: -3_000, max: 3_000 }),
    bytes: fc.integer({ min: 1, max: 1_275 }),
    isEnd: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 200 }), fc.nat(100), (list, leadMs) => {
      const coming = list.map(({ seq, atMs, shiftMs, bytes, isEnd }) => ({
        frame: frameOf(seq, {
          capturedAt: capturedAt(seq) + shiftMs,
          packet: new Uint8Array(bytes),
          isEnd: isEnd && seq > 50,
        }),
        at: START + atMs,
      }));
      const { heard, buffer } = listen(coming, leadMs);
      const seqs = framesIn(heard).map(({ seq }) => seq);
      expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
      expect(buffer.length()).toBeLessThanOrEqual(QUEUE_MAX_FRAMES);
      expect(buffer.bytes()).toBeLessThanOrEqual(QUEUE_MAX_BYTES);
      const { lost, late } = buffer.counts();
      expect(Math.min(lost, late)).toBeGreaterThanOrEqual(0);
    }),
  );
});

describe('the end', () => {
  it('comes after the last frame', () => {
    const { heard, buffer } = listen(arrivals(10, () => 20));
    expect(framesIn(heard)).toHaveLength(10);
    expect(buffer.take(START + 10_000)).toEqual({ kind: 'end' });
    expect(buffer.add(frameOf(11), START + 10_000)).toBe('ignored');
  });

  it('comes after the frames that are there where the page is closed, and at once where none are', () => {
    const buffer = createJitterBuffer(0);
    buffer.add(frameOf(0), START);
    buffer.close();
    expect(buffer.take(START + PLAYOUT_MS)).toMatchObject({ kind: 'frame' });
    expect(buffer.take(START + PLAYOUT_MS + FRAME_MS)).toEqual({ kind: 'end' });
    const empty = createJitterBuffer(0);
    empty.close();
    expect(empty.take(START)).toEqual({ kind: 'end' });
  });
});
