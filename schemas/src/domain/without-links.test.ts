import { expect, it } from 'vitest';
import { withoutLinks } from './without-links.ts';

it.each([
  ['http://evil.example/login?a=1', 'evil example/login?a=1'],
  ['Win at HTTPS://evil.co', 'Win at evil co'],
  ['www.evil.com now', 'www evil com now'],
  ['evil.com', 'evil com'],
  ['a.b.evil.com/path', 'a.b evil com/path'],
  ['//evil.com', 'evil com'],
  ['evil。com', 'evil com'],
  ['пример.рф', 'пример рф'],
  ['ev\u200Bil.com', 'ev il com'],
  ['mailto:a@evil.com', 'a@evil com'],
  ['javascript:alert(1)', 'alert(1)'],
  ['10.1.2.3:80', '10 1 2 3:80'],
])('takes the link out of %j', (name, expected) => expect(withoutLinks(name)).toBe(expected));

it.each([
  'Shop No. 5',
  'Hall 2 / Door 1',
  'Дверь: склад',
  'Mon. to Fri., 8:00',
  'A.',
  '“Bell” (daily)',
  'from 12.05.2026, 3.5 h',
])('leaves %j', (name) => expect(withoutLinks(name)).toBe(name));

it('is fast for long names', () => {
  const before = process.cpuUsage();
  withoutLinks('a.'.repeat(50_000));
  withoutLinks('a'.repeat(100_000));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});
