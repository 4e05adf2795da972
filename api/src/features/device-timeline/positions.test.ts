import { timelineEntryId, timelinePosition } from '@belfry/schemas/http/device-timeline/timeline-positions';
import { describe, expect, it } from 'vitest';
import { boundariesOf } from './timeline.sql.ts';

const US = Date.parse('2026-11-20T12:00:00.123Z') * 1_000 + 456;
const UUID = '0b8f9a52-1d0e-4a7c-9c1e-2f3a4b5c6d7e';

describe('the id of an entry', () => {
  it('names its time in microseconds, its type and its row', () => {
    for (const position of [
      { us: US, type: 'audit', ref: '42' },
      { us: US, type: 'command', ref: UUID },
      { us: US, type: 'announcement', ref: UUID },
    ] as const)
      expect(timelinePosition(timelineEntryId(position))).toEqual(position);
  });

  it.each(['', 'x', 'abc.audit', 'abc.audit.-1', `abc.audit.${UUID}`, 'abc.command.7', 'abc.announcement.7', 'a.b.c'])(
    'is not %j',
    (id) => expect(timelinePosition(id)).toBeNull(),
  );
});

describe('where the types continue', () => {
  it('is at the newest entry without an id', () => {
    expect(boundariesOf(['audit'])).toEqual([{ type: 'audit', before: 'infinity', ref: '9223372036854775807' }]);
  });

  it('is the same microsecond: all rows of later types, no rows of earlier ones', () => {
    const id = timelineEntryId({ us: US, type: 'configuration', ref: '7' });
    const before = '2026-11-20T12:00:00.123456Z';
    expect(boundariesOf(['announcement', 'binding', 'command', 'configuration', 'owner'], id)).toEqual([
      { type: 'announcement', before, ref: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
      { type: 'binding', before, ref: '9223372036854775807' },
      { type: 'command', before, ref: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
      { type: 'configuration', before, ref: '7' },
      { type: 'owner', before, ref: '0' },
    ]);
  });
});
