import { readDocument } from '@belfry/api/features/triggers/feeds/cap/document';
import { addressOfLink } from '@belfry/api/features/triggers/feeds/read-alerts';
import { describe, expect, it } from 'vitest';
import { EVERYTHING } from './decide-document.ts';
import { DWD, NWS } from './documents.ts';
import { atomOf, edited, rssOf } from './edits.ts';

/** What a feed has: identifiers of alerts, addresses, and why an alert is not valid. */
function entriesOf(document: string) {
  const { entries, hasMore } = readDocument(new TextEncoder().encode(document), { filter: EVERYTHING, places: [] });
  const found = entries.map((entry) =>
    'link' in entry ? entry.link : 'invalid' in entry ? entry.invalid.detail : entry.alert.identifier,
  );
  return { found, hasMore };
}

describe('a document', () => {
  it('of Atom has alerts in its entries, or links to them', () => {
    const entries = [
      { id: '1', link: 'https://api.weather.example/alerts/1' },
      { id: '2', alert: DWD },
      { id: '3', alert: edited(NWS, [['>Extreme<', '>Deadly<']]) },
      { id: '4' },
    ];
    expect(entriesOf(atomOf(entries))).toEqual({
      found: [
        'https://api.weather.example/alerts/1',
        '2.49.0.0.276.0.DWD.PVW.1795000000000.5a1b',
        'info.severity has the value "Deadly"',
      ],
      hasMore: false,
    });
  });

  it('of RSS links to them, whatever its descriptions have', () =>
    expect(entriesOf(rssOf(['https://alerts.example/1.xml', '/2.xml'])).found).toEqual([
      'https://alerts.example/1.xml',
      '/2.xml',
    ]));

  it('has 50 entries at most', () => {
    const links = Array.from({ length: 51 }, (_, n) => `https://alerts.example/${n}.xml`);
    expect(entriesOf(rssOf(links))).toMatchObject({ hasMore: true, found: links.slice(0, 50) });
    expect(entriesOf(rssOf(links.slice(1))).hasMore).toBe(false);
  });

  it.each([
    ['a page', '<html><body>Maintenance</body></html>'],
    ['JSON', '{"alerts":[]}'],
    ['nothing', ''],
    ['an Atom feed without its namespace', '<feed><entry/></feed>'],
  ])('that is %s is none', (_name, document) => expect(() => entriesOf(document)).toThrow(/^It /));
});

describe('a link', () => {
  const feed = { url: 'https://alerts.example.org/feed.xml', hosts: ['cdn.example.net'] };

  it.each([
    ['/1.xml', 'https://alerts.example.org/1.xml'],
    ['https://alerts.example.org/1.xml', 'https://alerts.example.org/1.xml'],
    ['https://eu.alerts.example.org/1.xml', 'https://eu.alerts.example.org/1.xml'],
    ['https://cdn.example.net/1.xml', 'https://cdn.example.net/1.xml'],
  ])('%s is followed', (link, address) => expect(addressOfLink(feed, link)).toBe(address));

  it.each([
    'https://example.org/1.xml',
    'https://evilalerts.example.org.example/1.xml',
    'https://notalerts.example.org/1.xml',
    'https://127.0.0.1/1.xml',
    'http://[::1]/1.xml',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://',
  ])('%s is not followed', (link) => expect(() => addressOfLink(feed, link)).toThrow('another server'));
});
