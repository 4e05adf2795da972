import type { ProgrammeRun } from '@belfry/schemas/http/schedules/programme';
import { describe, expect, it } from 'vitest';
import { createTestContext } from '../testing/test-context.ts';
import { bell, testProgramme } from '../testing/test-programme.ts';
import { soundTest } from './sound-test.ts';

const NOON = Date.parse('2026-01-15T12:00:00.000Z');
const MINUTE_MS = 60_000;

async function test(runs: ProgrammeRun[], microphone: 'works' | null = 'works'): Promise<string[]> {
  const context = createTestContext({ microphone: microphone ?? undefined });
  expect(context.clock.now()).toBe(NOON);
  context.flash.programme.save(testProgramme(runs));
  const { players } = await soundTest({
    ...context,
    params: { level: 40 },
    expiresAt: NOON + MINUTE_MS,
    fails: () => false,
    wait: (seconds) => context.clock.advance(seconds * 1_000),
    reportStep: () => Promise.resolve(),
  });
  return players.map(({ channel, result, reason }) => [channel, result, reason].filter(Boolean).join(' '));
}
const PLANNED = ['voice', 'music', 'radio'].map((channel) => `${channel} not_tested scheduled`);
const HEARD = ['voice heard', 'music heard', 'radio heard'];

describe('a device whose programme has something planned', () => {
  it.each([119, 1, -119])('within two minutes refuses to test itself: %i s', async (seconds) => {
    expect(await test([bell(NOON + seconds * 1_000)])).toEqual(PLANNED);
  });

  it.each([120, 600, -120])('at another time tests itself: %i s', async (seconds) => {
    expect(await test([bell(NOON + seconds * 1_000)])).toEqual(HEARD);
  });
});

it('a device without a microphone says so first', async () => {
  expect(await test([bell(NOON)], null)).toEqual(
    ['voice', 'music', 'radio'].map((channel) => `${channel} not_tested no_microphone`),
  );
});
