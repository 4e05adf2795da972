import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { Invitations, isPageTopic } from './invitations.ts';

const [ONE, TWO] = ['1111-2222-3333-4444', '5555-6666-7777-8888'] as const;
const PAGE = '6f1c2f9e-7d3b-4f0a-9a53-0f7d3c1e2b4a';
const OTHER_PAGE = '0b8e6f52-1c54-4c0e-8a3d-7f9d1a2b3c4d';
const UNTIL = 1_000;
const topic = topics.pageAudio(PAGE);

function start() {
  const invitations = new Invitations();
  invitations.set(PAGE, [ONE, TWO], UNTIL);
  return invitations;
}

describe('a device', () => {
  it('may hear the page to which it is invited, and no other one', () => {
    const invitations = start();
    expect(invitations.allows(ONE, topic, 0)).toBe(true);
    expect(invitations.allows(ONE, topics.pageAudio(OTHER_PAGE), 0)).toBe(false);
    expect(invitations.allows('9999-9999-9999-9999', topic, 0)).toBe(false);
  });

  it.each(['pages/#', 'pages/+/audio', `pages/${PAGE}/#`, `pages/${PAGE}/+`, `pages/${PAGE}`, '#', `${topic}/x`])(
    'gets nothing by the filter %s',
    (filter) => expect(start().allows(ONE, filter, 0)).toBe(false),
  );

  it('is not invited any more when the page is closed or has expired', () => {
    const invitations = start();
    expect(invitations.allows(ONE, topic, UNTIL)).toBe(false);
    expect(invitations.close(PAGE)).toEqual([
      { pageId: PAGE, serial: ONE },
      { pageId: PAGE, serial: TWO },
    ]);
    expect(invitations.allows(ONE, topic, 0)).toBe(false);
    expect(invitations.close(PAGE)).toEqual([]);
  });

  it('whose credentials are revoked hears no page, and the others do', () => {
    const invitations = start();
    invitations.revoke(ONE);
    expect([ONE, TWO].map((serial) => invitations.allows(serial, topic, 0))).toEqual([false, true]);
  });
});

describe('the list of a page', () => {
  it('is replaced as a whole, and names who is left out', () => {
    const invitations = start();
    expect(invitations.set(PAGE, [TWO], UNTIL)).toEqual([{ pageId: PAGE, serial: ONE }]);
    expect([ONE, TWO].map((serial) => invitations.allows(serial, topic, 0))).toEqual([false, true]);
  });

  it('is forgotten when it expires', () => {
    const invitations = start();
    invitations.set(OTHER_PAGE, [ONE], UNTIL + 1);
    expect(invitations.expire(UNTIL)).toHaveLength(2);
    expect(invitations.size).toBe(1);
  });

  it('is refused for more pages than there can be', () => {
    const invitations = new Invitations();
    const pageId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    for (let n = 0; n < 100; n += 1) expect(invitations.set(pageId(n), [ONE], UNTIL)).toEqual([]);
    expect(invitations.set(pageId(100), [ONE], UNTIL)).toBeNull();
    expect(invitations.set(pageId(5), [ONE], UNTIL)).toEqual([]);
  });
});

it('tells the topics of pages from all others', () => {
  expect([topic, topics.commands(ONE), filters.everyDevice].map(isPageTopic)).toEqual([true, false, false]);
});
