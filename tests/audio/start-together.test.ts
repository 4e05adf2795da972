import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { chirpFile, startRecordedOutput, type RecordedOutput } from '../support/audio/recorded-output.ts';

const ROUNDS = 21;
/** As devices are given a bell before its instant. */
const PREPARE_MS = 400;

let output: RecordedOutput;
beforeAll(async () => {
  output = await startRecordedOutput();
});
afterAll(async () => output.close());

test('two players that are prepared for one instant begin within milliseconds of each other, at the instant', async () => {
  const stored = output.store(chirpFile(1).file, 1);
  const apart: number[] = [];
  const late: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startAt = Date.now() + PREPARE_MS;
    const begins = await Promise.all(
      (['voice', 'music'] as const).map(async (channel) => {
        const recorder = output.recorder(channel);
        const before = recorder.length();
        await output.play(channel, stored, { volume: 100, startAt });
        const first = (): number => recorder.samples(before).findIndex((sample) => sample !== 0);
        return recorder.timeOf(before + (await until('sound', first, (at) => at >= 0)));
      }),
    );
    const [one = 0, other = 0] = begins;
    apart.push(Math.abs(one - other));
    late.push(Math.max(one, other) - startAt);
    await Promise.all([output.stop('voice'), output.stop('music')]);
  }
  const sorted = apart.toSorted((a, b) => a - b);
  const found = `apart: median ${sorted[ROUNDS >> 1]?.toFixed(2)} ms, at most ${sorted.at(-1)?.toFixed(2)} ms; late: at most ${Math.max(...late).toFixed(1)} ms`;
  expect(sorted[ROUNDS >> 1], found).toBeLessThan(1);
  expect(sorted.at(-1), found).toBeLessThan(5);
  expect(Math.min(...late), found).toBeGreaterThan(-1);
  expect(Math.max(...late), found).toBeLessThan(50);
});
