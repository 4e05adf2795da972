import { decodePageFrame, encodePageFrame, type PageFrame } from '@belfry/schemas/mqtt/page-frames';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameGate } from './frame-gate.ts';

const START = 1_800_000_000_000;
/** 40 ms of SILK. */
const PACKET = Uint8Array.from([10 << 3, 1, 2, 3]);
const frame = (overrides: Partial<PageFrame> = {}): Uint8Array =>
  encodePageFrame({ isEnd: false, samples: 1_920, seq: 0, capturedAt: 0, packet: PACKET, ...overrides });

describe('a frame', () => {
  it('is passed on as it is, with its capture by the clock of the api', () => {
    const gate = new FrameGate();
    // The clock of the speaker is at 1970, and the first frame has needed 80 ms more than the second.
    gate.accept(frame({ seq: 0, capturedAt: 1_000 }), START + 1_080);
    const accepted = gate.accept(frame({ seq: 1, capturedAt: 1_040 }), START + 1_040);
    const passed = typeof accepted === 'string' ? null : decodePageFrame(accepted.frame);
    expect(passed).toEqual({
      isEnd: false,
      samples: 1_920,
      seq: 1,
      capturedAt: START + 1_040,
      packet: Buffer.from(PACKET),
    });
    const third = gate.accept(frame({ seq: 2, capturedAt: 1_080 }), START + 1_300);
    expect(typeof third === 'string' ? null : decodePageFrame(third.frame)?.capturedAt).toBe(START + 1_080);
  });

  it.each([
    ['of another version', () => Object.assign(frame(), { 0: 2 })],
    ['without a packet', () => frame({ packet: new Uint8Array() })],
    ['that states other samples', () => frame({ samples: 960 })],
    ['whose packet has other samples', () => frame({ packet: Uint8Array.from([8 << 3, 1]) })],
    ['that is too long', () => new Uint8Array(2_000).fill(1)],
    ['that is empty', () => new Uint8Array()],
  ])('%s is malformed', (_name, bytes) => expect(new FrameGate().accept(bytes(), START)).toBe('malformed'));

  it('that was sent before, or comes after a later one, is refused', () => {
    const gate = new FrameGate();
    for (const seq of [0, 5]) expect(gate.accept(frame({ seq }), START)).toBeTypeOf('object');
    for (const seq of [5, 4, 0]) expect(gate.accept(frame({ seq }), START)).toBe('order');
    expect(gate.nextSeq).toBe(6);
  });

  it('is refused above 30 a second, beside a burst after a stall', () => {
    const gate = new FrameGate();
    const outcomes = Array.from({ length: 300 }, (_, seq) => gate.accept(frame({ seq }), START + seq));
    expect(outcomes.filter((outcome) => typeof outcome !== 'string').length).toBeLessThanOrEqual(39);
    expect(outcomes.at(-1)).toBe('rate');
    expect(gate.accept(frame({ seq: 1_000 }), START + 2_000)).toBeTypeOf('object');
  });

  it('that is seconds behind the others is refused', () => {
    const gate = new FrameGate();
    gate.accept(frame({ seq: 0, capturedAt: 100_000 }), START);
    expect(gate.accept(frame({ seq: 1, capturedAt: 90_000 }), START + 40)).toBe('late');
    expect(gate.accept(frame({ seq: 2, capturedAt: 100_080 }), START + 80)).toBeTypeOf('object');
  });

  it('may be the end, with or without a packet', () => {
    expect(new FrameGate().accept(frame({ isEnd: true, samples: 0, packet: new Uint8Array() }), START)).toMatchObject({
      isEnd: true,
    });
    expect(new FrameGate().accept(frame({ isEnd: true }), START)).toMatchObject({ isEnd: true });
  });
});

it('never throws, and never passes on what was captured in the future', () => {
  const capture = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(500), capture), { maxLength: 50 }), (frames) => {
      const gate = new FrameGate();
      let now = START;
      for (const [seq, capturedAt] of frames) {
        now += 40;
        const accepted = gate.accept(frame({ seq, capturedAt }), now);
        if (typeof accepted === 'string') continue;
        expect(decodePageFrame(accepted.frame)?.capturedAt).toBeLessThanOrEqual(now + 1);
      }
    }),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void new FrameGate().accept(bytes, START)));
});
