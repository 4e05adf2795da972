import { expect, it } from 'vitest';
import { createEncoder, formatOf } from './format.ts';
import { createPacketizer } from './packetizer.ts';

it.each([
  [{ codec: 'PCMU' }, 0, 160, 160],
  [{ codec: 'PCMA' }, 8, 160, 160],
  [{ codec: 'G722' }, 9, 160, 160],
  [{ codec: 'L16' }, 11, 1_764, 882],
  [{ codec: 'L16', rate: 48_000 }, 96, 1_920, 960],
] as const)(
  '%j has payload type %i, %i bytes in 20 ms, and a clock that goes on by %i',
  (codec, type, bytes, ticks) => {
    const format = formatOf(codec);
    const payload = createEncoder(format).encode(new Float32Array(format.samples));
    expect(payload).toHaveLength(bytes);
    const random = [0xdead_beef, 0xffff_ffff, 0x1_ffff];
    const packetizer = createPacketizer(format, () => random.shift() ?? 0);
    const packets = [3, 4, 10].map((tick) => packetizer.packet(payload, tick, tick !== 4));
    const read = packets.map((packet) => new DataView(packet.buffer));
    expect(read.map((view) => view.getUint8(0))).toEqual([0x80, 0x80, 0x80]);
    expect(read.map((view) => view.getUint8(1))).toEqual([type | 0x80, type, type | 0x80]);
    expect(read.map((view) => view.getUint16(2))).toEqual([0xffff, 0, 1]);
    // The clock goes on while nothing is sent, and begins again after its last number.
    expect(read.map((view) => view.getUint32(4))).toEqual([3 * ticks - 1, 4 * ticks - 1, 10 * ticks - 1]);
    expect(read.map((view) => view.getUint32(8))).toEqual([0xdead_beef, 0xdead_beef, 0xdead_beef]);
    expect(packets.map(({ length }) => length)).toEqual([bytes + 12, bytes + 12, bytes + 12]);
  },
);

it('silence is silence, and what is quiet gets dither', () => {
  const format = formatOf({ codec: 'L16' });
  const encoder = createEncoder(format);
  expect(encoder.encode(new Float32Array(format.samples)).every((byte) => byte === 0)).toBe(true);
  const quiet = encoder.encode(new Float32Array(format.samples).fill(0.4 / 32_768));
  const view = new DataView(quiet.buffer);
  const values = Array.from({ length: format.samples }, (_, index) => view.getInt16(2 * index));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(new Set(values)).toEqual(new Set([-1, 0, 1]));
  expect(mean).toBeCloseTo(0.4, 1);
});
