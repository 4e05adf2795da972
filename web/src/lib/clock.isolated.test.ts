import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const AT = '2026-11-20T18:05:00Z';

/** What a page shows in a browser in American English, where the clock is what was chosen. */
async function timesOf(locale: string, chosen: string | null): Promise<(string | undefined)[]> {
  vi.stubGlobal('navigator', { language: 'en-US' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'clock' && chosen ? JSON.stringify(chosen) : null),
  });
  const { timesIn, wallClock, shortMoment } = await import('./times.ts');
  const { writeTime } = await import('./local-time.ts');
  const texts = [
    timesIn(locale, 'UTC').time(AT),
    wallClock(Date.parse(AT), 0, locale).time.replace(/[:.]00\b/, ''),
    shortMoment(AT, Date.parse(AT), locale, 'UTC'),
    writeTime('18:05', locale),
  ];
  return [...new Set(texts.map((text) => text.replaceAll(' ', ' ').replace(/^0/, '')))];
}

it.each([
  ['en', null, '6:05 PM'],
  ['de', null, '18:05'],
  ['ru', null, '18:05'],
  ['en', 'h23', '18:05'],
  ['de', 'h12', '6:05 PM'],
])('in %s with the clock %s it is %s', async (locale, chosen, text) =>
  expect(await timesOf(locale, chosen)).toEqual([text]),
);
