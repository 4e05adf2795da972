import { describe, expect, it } from 'vitest';
import { judge, type JudgedTest } from './judge.ts';

const test = (result: JudgedTest['result'], level_db: number | null = null, changed = false): JudgedTest => ({
  passive: false,
  result,
  level: 60,
  level_db,
  changed,
});
const heard = (level_db: number, changed = false): JudgedTest => test('heard', level_db, changed);
const NOTHING = { notHeard: null, levelChanged: null, difference: null };

describe('a device that is not heard', () => {
  it('once says nothing, twice in a row is an alarm', () => {
    expect(judge([test('not_heard'), heard(-20)], 6)).toEqual(NOTHING);
    expect(judge([test('not_heard'), test('not_heard'), heard(-20)], 6).notHeard).toBe(true);
    expect(judge([test('not_heard')], 6)).toEqual(NOTHING);
  });

  it('is one whatever was not tested between', () =>
    expect(judge([test('not_heard'), test('not_tested'), test('not_heard')], 6).notHeard).toBe(true));

  it('is over with the next test that is heard', () =>
    expect(judge([heard(-20), test('not_heard'), test('not_heard')], 6).notHeard).toBe(false));
});

it('what was not tested, or not answered yet, says nothing', () => {
  expect(judge([test('not_tested'), test('not_heard'), test('not_heard')], 6)).toEqual(NOTHING);
  expect(judge([test(null), test('not_heard')], 6)).toEqual(NOTHING);
  expect(judge([], 6)).toEqual(NOTHING);
});

describe('the level', () => {
  const USUAL = [-20, -21, -19, -20, -35, -20, -20].map((level) => heard(level));

  it('is compared with the median of the last seven, of three at least', () => {
    expect(judge([heard(-26), ...USUAL], 6)).toMatchObject({ levelChanged: false, difference: -6 });
    expect(judge([heard(-27), ...USUAL], 6)).toMatchObject({ levelChanged: true, difference: -7 });
    expect(judge([heard(-27), ...USUAL], 8)).toMatchObject({ levelChanged: false });
    expect(judge([heard(-40), heard(-20), heard(-20)], 6)).toEqual({ ...NOTHING, notHeard: false });
  });

  it('stays changed until it is back, or seven in a row have another one', () => {
    const softer = Array.from({ length: 7 }, () => heard(-40, true));
    expect(judge([heard(-40), ...softer.slice(1), ...USUAL], 6).levelChanged).toBeNull();
    expect(judge([heard(-40), ...softer.slice(3), ...USUAL], 6).levelChanged).toBe(true);
    expect(judge([heard(-20), ...softer.slice(3), ...USUAL], 6).levelChanged).toBe(false);
    expect(judge([heard(-40), ...softer], 6).levelChanged).toBe(false);
  });

  it('of an announcement is not compared with that of tones', () => {
    const announced = USUAL.map((one) => ({ ...one, passive: true }));
    expect(judge([{ ...heard(-40), passive: true }, ...USUAL], 6)).toEqual({ ...NOTHING, notHeard: false });
    expect(judge([{ ...heard(-40), passive: true }, ...USUAL, ...announced], 6).levelChanged).toBe(true);
  });

  it('of another volume is not compared', () => {
    const louder = USUAL.map((one) => Object.assign(one, { level: 90 }));
    expect(judge([heard(-40), ...louder], 6)).toEqual({ ...NOTHING, notHeard: false });
  });
});
