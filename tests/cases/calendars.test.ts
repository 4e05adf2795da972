import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeText } from '@belfry/api/lib/decode-text';
import { readCalendar } from '@belfry/api/features/holidays/read-ical';

const FOLDER = join(import.meta.dirname, 'calendars');
const NOW = new Date('2026-11-29T10:00:00Z');
const rows = readFileSync(join(FOLDER, 'days.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [file: string, days: string, name?: string]);

/** Zones of servers, and by how many minutes they are behind UTC on a summer day. */
const SERVERS = { UTC: 0, 'Asia/Tokyo': -540, 'America/Los_Angeles': 420 };

for (const [serverZone, behind] of Object.entries(SERVERS))
  it.each(rows)(`on a server in ${serverZone}, %s has the days %s`, (file, days, name) => {
    const before = process.env['TZ'];
    process.env['TZ'] = serverZone;
    try {
      expect(new Date('2026-07-01T00:00:00Z').getTimezoneOffset()).toBe(behind);
      const { text } = decodeText(readFileSync(join(FOLDER, file)));
      const read = readCalendar({ text, now: NOW, zone: 'Europe/Berlin' });
      expect(read.days.map(({ date }) => date).join(' ')).toBe(days);
      expect(read.unread).toEqual([]);
      if (name !== undefined) expect(read.days[0]?.name).toBe(name);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });
