import { readDocument } from '@belfry/api/features/alert-feeds/cap/document';
import { addressOfLink } from '@belfry/api/features/alert-feeds/read-alerts';
import { describe, expect, it } from 'vitest';
import { EVERYTHING } from './decide-document.ts';
import { DWD, NWS } from './documents.ts';
import { atomOf, edited, rssOf } from './edits.ts';

/** What a feed has: identifiers of alerts, addresses, and of what is not valid its name and why. */
function entriesOf(document: string): string[] {
  const sent = { bytes: new TextEncoder().encode(document), charset: null };
  const { entries } = readDocument(sent, { filter: EVERYTHING, places: [] });
  return entries.map((entry) => {
    if ('link' in entry) return entry.link;
    return 'invalid' in entry ? `${entry.invalid.name}: ${entry.invalid.detail}` : entry.alert.identifier;
  });
}

describe('a document', () => {
  it('of Atom has alerts in its entries, or links to them', () => {
    const entries = [
      { id: '1', link: 'https://api.weather.example/alerts/1' },
      { id: '2', alert: DWD },
      { id: '3', alert: edited(NWS, [['>Extreme<', '>Deadly<']]) },
      { id: '4' },
    ];
    expect(entriesOf(atomOf(entries))).toEqual([
      'https://api.weather.example/alerts/1',
      '2.49.0.0.276.0.DWD.PVW.1795000000000.5a1b',
      expect.stringMatching(/: info.severity has the value "Deadly"$/) as string,
      'An alert: It has no alert, and no link to one',
    ]);
  });

  it('of RSS links to them, whatever its descriptions have', () =>
    expect(entriesOf(rssOf(['https://alerts.example/1.xml', '/2.xml']))).toEqual([
      'https://alerts.example/1.xml',
      '/2.xml',
    ]));

  it.each([
    ['a page', '<html><body>Maintenance</body></html>'],
    ['JSON', '{"alerts":[]}'],
    ['an RSS feed without a channel', '<rss/>'],
    ['a list of something else', '<list><alert/></list>'],
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
