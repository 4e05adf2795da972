import { expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDecoder, testFrame, TEST_PAGE } from '../testing/test-live-pages.ts';
import { createJitterBuffer } from './jitter-buffer.ts';
import { createRecordedPageOutput } from './page-output.ts';
import { createPagePlayer } from './page-player.ts';

const FRAME_MS = 40;

async function startDevice(clock: ManualClock, { leadMs = 0, delayMs = 20, volume = 100 } = {}) {
  const output = createRecordedPageOutput(clock, { leadMs });
  const opening = output.open(() => {}, TEST_PAGE);
  await clock.advance(0);
  const buffer = createJitterBuffer(leadMs);
  const events: string[] = [];
  const player = createPagePlayer({
    clock,
    buffer,
    decoder: await createTestDecoder(),
    output: await opening,
    leadMs,
    volume: () => volume,
    started: (at) => void events.push(`started at ${Math.round(at - beganAt)}`),
    ended: (at) => void events.push(`ended at ${Math.round(at - beganAt)}`),
  });
  const beganAt = clock.now();
  return {
    player,
    events,
    output,
    send: (seq: number, isEnd = false): void => {
      const frame = testFrame(seq, clock.now(), isEnd ? { isEnd, packet: new Uint8Array() } : {});
      clock.after(delayMs, () => void buffer.add(frame, clock.now()));
    },
    times: (): Map<number, number> =>
      new Map(
        output.heard.flatMap(({ at, samples }) => {
          const seq = Math.round((samples[0] ?? 0) * 1_000) - 1;
          return seq >= 0 ? [[seq, at - beganAt] as const] : [];
        }),
      ),
  };
}

test('two devices with different networks and sound cards hear each frame at the same instant', async () => {
  const clock = createManualClock();
  const near = await startDevice(clock, { leadMs: 60, delayMs: 5 });
  await clock.advance(13);
  const far = await startDevice(clock, { leadMs: 0, delayMs: 140 });
  for (let seq = 0; seq < 200; seq++) {
    near.send(seq);
    far.send(seq);
    await clock.advance(FRAME_MS);
  }
  await clock.advance(500);
  const [nearTimes, farTimes] = [near.times(), far.times()];
  expect(nearTimes.size).toBe(200);
  expect(farTimes.size).toBe(200);
  for (const [seq, at] of nearTimes) expect(Math.abs(at - 13 - (farTimes.get(seq) ?? 0))).toBeLessThan(1);
});

test('what is written has no break, and is written as long before it is heard as the output needs', async () => {
  const clock = createManualClock();
  const { output, send, player } = await startDevice(clock, { leadMs: 60 });
  for (let seq = 0; seq < 50; seq++) {
    send(seq);
    await clock.advance(FRAME_MS);
  }
  for (const [index, { at, samples }] of output.heard.entries()) {
    const next = output.heard[index + 1];
    if (next) expect(next.at - at).toBeCloseTo(samples.length / 48, 2);
  }
  const written = output.heard.at(-1);
  const until = (written?.at ?? 0) + (written?.samples.length ?? 0) / 48;
  expect(until - clock.now()).toBeGreaterThan(59);
  expect(until - clock.now()).toBeLessThan(61 + FRAME_MS);
  player.stop();
});

test('tells when it begins and ends, and counts', async () => {
  const clock = createManualClock();
  const { events, player, send, output } = await startDevice(clock);
  for (let seq = 0; seq < 25; seq++) {
    if (seq !== 10) send(seq);
    await clock.advance(FRAME_MS);
  }
  send(25, true);
  await clock.advance(1_000);
  expect(events).toEqual(['started at 250', 'ended at 1250']);
  expect(player.counts()).toEqual({ frames: 24, concealed: 1, latencyMs: 250 });
  const written = output.heard.length;
  await clock.advance(1_000);
  expect(output.heard).toHaveLength(written);
});

test('a volume of 0 is silent, and one of 50 is softer than 100', async () => {
  const clock = createManualClock();
  const peakAt = async (volume: number): Promise<number> => {
    const { output, send, player } = await startDevice(clock, { volume });
    send(200);
    await clock.advance(400);
    player.stop();
    return Math.max(...output.heard.map(({ samples }) => samples[0] ?? 0));
  };
  const [silent, soft, full] = [await peakAt(0), await peakAt(50), await peakAt(100)];
  expect(silent).toBe(0);
  expect(soft).toBeGreaterThan(0);
  expect(soft).toBeLessThan(full / 2);
});

test('a device that was suspended does not make up for the time', async () => {
  const clock = createManualClock();
  const { output, send, player } = await startDevice(clock);
  for (let seq = 0; seq < 20; seq++) {
    send(seq);
    await clock.advance(FRAME_MS);
  }
  const written = output.heard.length;
  await clock.skip(60_000);
  expect(output.heard.length - written).toBeLessThan(5);
  expect(output.heard.at(-1)?.at ?? 0).toBeGreaterThan(clock.now() - 2 * FRAME_MS);
  player.stop();
});
