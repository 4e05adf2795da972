import { describe, expect, it } from 'vitest';
import { readPasted } from './pasted-bells.ts';

/** `08:30-09:15 Maths` for each bell; a line without a time is in brackets. */
const read = (text: string): string =>
  readPasted(text)
    .lines.flatMap(({ text: line, bells }) =>
      bells.length === 0
        ? [`[${line}]`]
        : bells.map(({ at, label, ends }) => `${at}${ends === null ? '' : `-${ends}`} ${label}`.trim()),
    )
    .join(' / ');

describe('a pasted list of bells', () => {
  it.each<[what: string, text: string, bells: string]>([
    ['of times alone', '8:30\n9.15\n0925', '08:30 / 09:15 / 09:25'],
    ['with labels first', 'Maths 8:30\nArt: 9:25 AM\nLunch — 12:05 p.m.', '08:30 Maths / 09:25 Art / 12:05 Lunch'],
    [
      'with starts and ends in German',
      'von 8:30 bis 9:15 Uhr Mathe\n9.25 Uhr – 10.10 Uhr: Kunst',
      '08:30-09:15 Mathe / 09:25-10:10 Kunst',
    ],
    [
      'with starts and ends in French',
      '8h30 à 9h15 Cours 1\nde 9h25 à 10h10 Cours 2',
      '08:30-09:15 Cours 1 / 09:25-10:10 Cours 2',
    ],
    ['with hours in Russian', '1 урок 8-30 – 9-15\n2 урок 9-25 – 10-10', '08:30-09:15 1 урок / 09:25-10:10 2 урок'],
    ['with raised minutes', '8⁰⁰–8⁴⁵ Matematyka\n8⁵⁵–9⁴⁰ Polski', '08:00-08:45 Matematyka / 08:55-09:40 Polski'],
    ['in Chinese', '上午8:30 第一节\n下午2：45 放学', '08:30 第一节 / 14:45 放学'],
    ['in Arabic', '٨:٣٠ ص الحصة الأولى\n١:٠٥ م الغداء', '08:30 الحصة الأولى / 13:05 الغداء'],
    ['in Hindi', '८:३० पहली घंटी', '08:30 पहली घंटी'],
    [
      'with bullets of Word',
      '\uF0B7\t8:30 Maths\n\uF0B7\t9:25 Art\no\t10:20 Sports',
      '08:30 Maths / 09:25 Art / 10:20 Sports',
    ],
    ['with check marks', '☐ 8:30 Maths\n* 9:25 Art\n- 10:20 Sports', '08:30 Maths / 09:25 Art / 10:20 Sports'],
    [
      'with numbers without blanks',
      '1.8:30 Maths\n(2) 9:25 Art\n3: 10:20 Sports',
      '08:30 Maths / 09:25 Art / 10:20 Sports',
    ],
    ['with ordinals', '1. Stunde 8:30\n2. Stunde 9:25', '08:30 1. Stunde / 09:25 2. Stunde'],
    [
      'with one half of the day for both',
      '11:30-12:15 PM Lunch\n1:05 - 1:50 pm Art',
      '11:30-12:15 Lunch / 13:05-13:50 Art',
    ],
    ['with digits alone', '0830 Maths\n0925-1010 Art\n1400 End', '08:30 Maths / 09:25-10:10 Art / 14:00 End'],
    ['with several times in a line', 'Bells: 8:30, 9:25, 10:20', '08:30 Bells / 09:25 Bells / 10:20 Bells'],
    [
      'with a label for each time of a line',
      'Start 8:30; End 9:15\n8:30 Maths, 9:25 Art',
      '08:30 Start / 09:15 End / 08:30 Maths / 09:25 Art',
    ],
    [
      'with times in brackets',
      'Period 3 (10:20 - 11:05)\nLunch [12:05]\n13:15 (Art)',
      '10:20-11:05 Period 3 / 12:05 Lunch / 13:15 Art',
    ],
    ['with two lessons in a line', '8:30-9:15 9:25-10:10', '08:30-09:15 / 09:25-10:10'],
    ['with commas and dots', 'Maths,8.30,9.15\nArt,9.25,10.10', '08:30-09:15 Maths / 09:25-10:10 Art'],
    ['with noon and midnight', '12 noon Lunch\nMidnight: test', '12:00 Lunch / 00:00 test'],
    [
      'with numbers that are no times',
      'Room 101 8:30 Maths\n9:25 Art 2026/27',
      '08:30 Room 101 Maths / 09:25 Art 2026/27',
    ],
    ['with dates', '05.10.2026 8:30 Fest', '08:30 05.10.2026 Fest'],
    ['with marks of Markdown', '- **8:30** Maths\n- [9:25] Art', '08:30 Maths / 09:25 Art'],
  ])('%s', (_what, text, bells) => {
    expect(read(text)).toBe(bells);
  });

  it.each<[what: string, text: string, bells: string]>([
    ['of Excel', 'Start\tEnd\tLesson\n8:30\t9:15\tMaths\n9:25\t10:10\tArt', '08:30-09:15 Maths / 09:25-10:10 Art'],
    ['with the end first', 'Ends\tBegins\tLesson\n9:15\t8:30\tMaths', '08:30-09:15 Maths'],
    ['with a length', 'Period\tStart\tEnd\tLength\n1\t8:30\t9:15\t0:45', '08:30-09:15 1'],
    ['with a length and no heading', 'Maths\t8:30\t9:15\t0:45', '08:30-09:15 Maths'],
    ['with minutes', 'Maths\t8:30\t9:15\t45 min', '08:30-09:15 Maths'],
    ['with seconds', 'Lesson\tTime\nMaths\t08:30:00\nArt\t09:25:00 AM', '08:30 Maths / 09:25 Art'],
    [
      'in German',
      'Stunde\tZeit\tFach\n1\t8.30 – 9.15\tMathe\n2\t9.25 – 10.10\tKunst',
      '08:30-09:15 1 Mathe / 09:25-10:10 2 Kunst',
    ],
    ['of Markdown', '| Lesson | Start |\n|---|---|\n| Maths | 8:30 |\n| Art | 9:25 |', '08:30 Maths / 09:25 Art'],
    ['as CSV', 'Name,Start,End\nMaths,8:30,9:15', '08:30-09:15 Maths'],
    ['with semicolons', 'Maths;8:30;9:15\nArt;9:25;10:10', '08:30-09:15 Maths / 09:25-10:10 Art'],
    ['with numbers in front', '1\t8:30\tMaths\n2\t9:25\tArt', '08:30 Maths / 09:25 Art'],
    ['with an empty cell', 'Start\tEnd\tLesson\n8:30\t\tMaths', '08:30 Maths'],
    ['and a title', 'Bells of 9 May\nMaths\t8:30', '[Bells of 9 May] / 08:30 Maths'],
  ])('a table %s', (_what, text, bells) => {
    expect(read(text)).toBe(bells);
  });

  it.each<[what: string, text: string, bells: string]>([
    ['a word', 'Midi: cantine\n12h Fin', '[Midi: cantine] / 12:00 Fin'],
    ['a time that does not exist', '25:00 Test\n8:75 Test\n24:00 Night', '[25:00 Test] / [8:75 Test] / [24:00 Night]'],
    ['a number', 'Version 1.2\n9.5 %\n8 Maths', '[Version 1.2] / [9.5 %] / [8 Maths]'],
    ['a year', '2026 Timetable\n2026/27\n8:30 Maths', '[2026 Timetable] / [2026/27] / 08:30 Maths'],
    ['a range of hours', '8-9 Maths', '[8-9 Maths]'],
    ['a contradiction', '13:00 AM Test', '[13:00 AM Test]'],
    ['a sentence before a list', 'Please ring, as always\n8:30, Maths', '[Please ring, as always] / 08:30 Maths'],
  ])('shows %s', (_what, text, bells) => {
    expect(read(text)).toBe(bells);
  });

  it('takes hours after noon as those of the afternoon where no clock of 24 hours speaks, and says so', () => {
    const list = '8:30 First\n11:15 Fourth\n12:05 Lunch\n1:05 - 1:50 Fifth\n2:45 End';
    expect(read(list)).toBe('08:30 First / 11:15 Fourth / 12:05 Lunch / 13:05-13:50 Fifth / 14:45 End');
    expect(readPasted(list).isAssumed).toBe(true);
    for (const plain of ['22:00 Night\n1:05 Test', '8:30 First\n9:25 Second', '12:05 PM Lunch\n1:05 AM Test'])
      expect(readPasted(plain).isAssumed).toBe(false);
    expect(read('22:00 Night\n1:05 Test')).toBe('22:00 Night / 01:05 Test');
  });

  it('is read in a time that does not explode', () => {
    for (const text of ['1 '.repeat(20_000), '\t'.repeat(20_000), '8:30 '.repeat(20_000), '('.repeat(50_000)]) {
      const began = performance.now();
      readPasted(text);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  });
});
