import { expect, it } from 'vitest';
import { checkRule } from './check-rule.ts';

it.each([
  'FREQ=WEEKLY;BYDAY=MO,TU,-1SU',
  'FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=8,12;BYMINUTE=0',
  'freq=daily;until=20261224',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=4',
])('accepts %s', (rule) => expect(checkRule(rule)).toBeNull());

it.each([
  ['', 'empty', ''],
  ['FREQ', 'form', 'FREQ'],
  ['BYDAY=MO', 'frequency', 'FREQ'],
  ['FREQ=OFTEN', 'frequency', 'FREQ=OFTEN'],
  ['FREQ=DAILY;BYHOURS=8', 'unknown', 'BYHOURS'],
  ['FREQ=DAILY;BYHOUR=25', 'value', 'BYHOUR=25'],
  ['FREQ=DAILY;BYHOUR=-1', 'value', 'BYHOUR=-1'],
  ['FREQ=DAILY;INTERVAL=0', 'value', 'INTERVAL=0'],
  ['FREQ=WEEKLY;BYDAY=XX', 'value', 'BYDAY=XX'],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'value', 'BYMONTHDAY=0'],
  ['FREQ=DAILY;FREQ=WEEKLY', 'twice', 'FREQ'],
  ['FREQ=DAILY;COUNT=3;UNTIL=20261224', 'until_count', 'UNTIL'],
  [`FREQ=DAILY;BYHOUR=${Array.from({ length: 200 }, () => '1').join(',')}`, 'too_long', '300'],
])('refuses %s: %s', (rule, problem, part) => expect(checkRule(rule)).toEqual({ problem, part }));
