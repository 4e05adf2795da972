import { expect, it } from 'vitest';
import { REPORT_LINES_MAX, reportCsv } from './send-report.ts';

const row = {
  at: new Date('2026-03-01T08:00:00Z'),
  title: 'Звонок, "раз"',
  place: '=1+1',
  state: 'finished',
  reason: null,
  local_time: '2026-03-01 09:00:00',
  time_zone: 'Europe/Berlin',
};

it('begins with a byte order mark, quotes what needs it and keeps formulas from being calculated', () => {
  expect(reportCsv([row])).toEqual({
    lines: 1,
    content: [
      '\uFEFFtime,announcement,place,state,reason,local_time,time_zone\r\n',
      `2026-03-01T08:00:00.000Z,"Звонок, ""раз""",'=1+1,finished,,2026-03-01 09:00:00,Europe/Berlin\r\n`,
    ].join(''),
  });
});

it('has so many whole lines as fit, the first ones', () => {
  const rows = [row, { ...row, title: 'x'.repeat(200) }, row];
  const all = Buffer.byteLength(reportCsv(rows).content);
  expect(reportCsv(rows, all).lines).toBe(3);
  expect(reportCsv(rows, all - 1)).toEqual(reportCsv(rows.slice(0, 2)));
  expect(reportCsv(Array.from({ length: REPORT_LINES_MAX + 1 }, () => row)).lines).toBe(REPORT_LINES_MAX);
});
