import type { SoundResult } from '@belfry/schemas/domain/sound-tests';

export type JudgedTest = {
  /** While an announcement was played: its level is not compared with that of tones. */
  passive: boolean;
  result: SoundResult | null;
  /** The volume: levels of different volumes are not compared. */
  level: number;
  level_db: number | null;
  changed: boolean;
};

/** What the newest test says of a device; `null`: nothing, so that its alarms stay as they are. */
export type Verdict = {
  notHeard: boolean | null;
  levelChanged: boolean | null;
  /** By how many dB its level differs from the usual one. */
  difference: number | null;
};

const USUAL_OF = 7;
/** With fewer there is no usual level. */
const USUAL_MIN = 3;
const NOTHING: Verdict = { notHeard: null, levelChanged: null, difference: null };

/**
 * Judges the newest of the tests of a device. Two in a row that were not heard are an alarm; those that were not tested do not count. The level is
 * compared with the median of the last good ones at that volume, of tests or of announcements; once all of these were changed, they are the usual ones.
 * @param tests the newest first
 * @param thresholdDb by how much the level may differ
 */
export function judge(tests: readonly JudgedTest[], thresholdDb: number): Verdict {
  const [newest, ...before] = tests;
  if (!newest || newest.result === null || newest.result === 'not_tested') return NOTHING;
  if (newest.result === 'not_heard') {
    const last = before.find(({ result }) => result === 'heard' || result === 'not_heard');
    return { ...NOTHING, notHeard: last?.result === 'not_heard' ? true : null };
  }
  const { level_db } = newest;
  const heard = before
    .filter(({ passive, level }) => passive === newest.passive && level === newest.level)
    .filter((test) => test.result === 'heard' && test.level_db !== null)
    .slice(0, USUAL_OF);
  const usual =
    heard.length === USUAL_OF && heard.every(({ changed }) => changed)
      ? heard
      : heard.filter(({ changed }) => !changed);
  if (level_db === null || usual.length < USUAL_MIN) return { ...NOTHING, notHeard: false };
  const difference = level_db - medianOf(usual.map((test) => test.level_db ?? 0));
  return { notHeard: false, levelChanged: Math.abs(difference) > thresholdDb, difference };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
