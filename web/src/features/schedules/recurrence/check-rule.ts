import { partsOf, WEEKDAYS } from './repeat.ts';

/** Why a typed rule is refused, as a key of the texts, with the part that it is about. */
export type RuleProblem = {
  problem: 'empty' | 'form' | 'unknown' | 'twice' | 'frequency' | 'value' | 'until_count' | 'too_long';
  part: string;
};

const RULE_MAX = 300;
const FREQUENCIES = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY']);
type Check = (value: string) => boolean;

const within =
  (min: number, max: number, signed = false): Check =>
  (text) => {
    if (!/^[+-]?\d{1,4}$/.test(text)) return false;
    const value = Number(text);
    return (signed && value < 0 ? -value : value) >= min && (signed ? Math.abs(value) : value) <= max;
  };
const each =
  (check: Check): Check =>
  (text) =>
    text.split(',').every(check);

const CHECKS: Record<string, Check> = {
  FREQ: (text) => FREQUENCIES.has(text),
  INTERVAL: within(1, 999),
  COUNT: within(1, 9_999),
  UNTIL: (text) => /^\d{8}(T\d{6}Z?)?$/.test(text),
  BYMONTH: each(within(1, 12)),
  BYMONTHDAY: each(within(1, 31, true)),
  BYYEARDAY: each(within(1, 366, true)),
  BYWEEKNO: each(within(1, 53, true)),
  BYSETPOS: each(within(1, 366, true)),
  BYHOUR: each(within(0, 23)),
  BYMINUTE: each(within(0, 59)),
  BYDAY: each((text) => /^([+-]?\d{1,2})?[A-Z]{2}$/.test(text) && WEEKDAYS.some((day) => text.endsWith(day))),
  WKST: (text) => WEEKDAYS.some((day) => day === text),
};

/** Checks a typed RRULE; the library that expands it accepts unknown parts and impossible values. The server has the last word. */
export function checkRule(rule: string): RuleProblem | null {
  const parts = partsOf(rule);
  const [first] = parts;
  if (!first) return { problem: 'empty', part: '' };
  if (rule.trim().length > RULE_MAX) return { problem: 'too_long', part: String(RULE_MAX) };
  const seen = new Set<string>();
  for (const [name, value] of parts) {
    const check = CHECKS[name];
    if (value === '') return { problem: 'form', part: name };
    if (!check) return { problem: 'unknown', part: name };
    if (seen.has(name)) return { problem: 'twice', part: name };
    seen.add(name);
    if (!check(value)) return { problem: name === 'FREQ' ? 'frequency' : 'value', part: `${name}=${value}` };
  }
  if (!seen.has('FREQ')) return { problem: 'frequency', part: 'FREQ' };
  return seen.has('UNTIL') && seen.has('COUNT') ? { problem: 'until_count', part: 'UNTIL' } : null;
}
