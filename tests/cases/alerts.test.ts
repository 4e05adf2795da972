import { readDocument, type ReadDocument } from '@belfry/api/features/alert-feeds/cap/document';
import { decideAlert } from '@belfry/api/features/alert-feeds/decide';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Alerts as services send them; sources are in the README of the folder. */
const FILTER = { events: [], severities: [], urgencies: [], certainties: [], geocodes: [], near: false };
const latin = (name: string): string => readFileSync(new URL(`alerts/${name}`, import.meta.url), 'latin1');
const NOW = new Date();
const inBytes = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll('SENT', `${NOW.toISOString().slice(0, 19)}+00:00`).replaceAll('BASE', 'https://alerts.example'),
    'latin1',
  );
const read = (bytes: Uint8Array, charset: string | null = null): ReadDocument =>
  readDocument({ bytes, charset }, { filter: FILTER, places: [] });

/** What each entry would do, with what was repaired; the reason of one that is not valid; the address of one that is linked. */
const outcomes = ({ entries }: ReadDocument): string[] =>
  entries.map((entry) => {
    if ('link' in entry) return entry.link;
    if ('invalid' in entry) return `${entry.invalid.name}: ${entry.invalid.detail}`;
    const known = { cancelled: false, superseded: false, startedRank: null };
    const { decision } = decideAlert(entry.alert, { filter: FILTER, places: 0, armedAt: null, now: NOW, known });
    return [decision, entry.alert.repairs].filter((part) => part !== null).join('. ');
  });

it.each([
  ['one.xml', ['started']],
  ['stylesheet.xml', ['started']],
  ['other_namespace.xml', ['started']],
  ['doctype.xml', ['started']],
  ['latin1.xml', ['started']],
  ['nbsp.xml', ['started. Repaired: &nbsp; is no entity of XML, and was replaced']],
  ['open_polygon.xml', ['started. Repaired: info.area.polygon was not closed, or no list of coordinates']],
  ['blank_polygon.xml', ['started. Repaired: info.area.polygon was not closed, or no list of coordinates']],
  ['empty_expires.xml', ['started. Repaired: info.expires is empty']],
  ['lower_case.xml', ['started. Repaired: info.severity was severe, and is read as Severe']],
  ['rss_guid.xml', ['https://alerts.example/one.xml']],
  ['none_root.xml', []],
])('%s', (name, right) => expect(outcomes(read(inBytes(latin(name))))).toEqual(right));

it('latin1.xml is read in its letters', () => {
  const [entry] = read(inBytes(latin('latin1.xml'))).entries;
  expect(entry && 'alert' in entry && entry.alert.infos[0]?.area).toBe('Besan\u00E7on');
});

it('an empty document has no alerts', () => {
  expect(read(new Uint8Array()).entries).toEqual([]);
  expect(read(Buffer.from('\r\n ')).entries).toEqual([]);
});

const one = latin('one.xml');
const withText = (from: string | RegExp, to: string): string => {
  const changed = one.replace(from, to);
  if (changed === one) throw new Error(`${String(from)} is not in the document`);
  return changed;
};
const bare = one.replace(/^<\?xml.*?\?>\s*/, '');

describe('an alert', () => {
  it.each([
    ['behind an empty line', `\n\n${one}`],
    ['with a prefix', one.replace('xmlns=', 'xmlns:cap=').replaceAll(/<(\/?)(\w)/g, '<$1cap:$2')],
    ['with an instruction within it', withText('<info>', '<info><?page break?>')],
    [
      'with a document type that names a file',
      one.replace('<alert', '<!DOCTYPE alert PUBLIC "-//X//EN" "http://x.example/cap.dtd" [ ]><alert'),
    ],
    ['with attributes', withText('<severity>', '<severity xml:space="preserve" code="3">')],
    [
      'with a signature',
      withText('</alert>', '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><x/></Signature></alert>'),
    ],
    ['with a resource that lacks its description', withText('</info>', '<resource><uri>x</uri></resource></info>')],
    ['with a sentence in CDATA', withText('<headline>Storm', '<headline><![CDATA[Storm & rain <now>]]>')],
    ['with a comment that has brackets', withText('<info>', '<!-- <info> & <!DOCTYPE> --><info>')],
  ])('%s', (_, document) => expect(outcomes(read(inBytes(document)))).toEqual(['started']));

  it.each([
    [
      'a time without seconds',
      withText(/:\d\d\+00:00<\/sent>|SENT<\/sent>/, `${NOW.toISOString().slice(0, 16)}Z</sent>`),
      /sent was/,
    ],
    ['a zone without a colon', withText('SENT<', `${NOW.toISOString().slice(0, 19)}+0000<`), /sent was/],
    [
      'names in small letters',
      withText('<msgType>Alert</msgType>', '<msgtype>Alert</msgtype>'),
      /msgType was written msgtype/,
    ],
    ['capitals', withText('>Actual<', '>ACTUAL<'), /status was ACTUAL, and is read as Actual/],
    ['a word of CAP 1.0', withText('>Likely<', '>Very Likely<'), /certainty was Very Likely/],
    ['an unknown category', withText('>Met<', '>Weather<'), /info.category is "Weather"/],
    ['an empty area code', withText('</area>', '<geocode/></area>'), /geocode is empty/],
    ['an area code without its kind', withText('</area>', '<geocode><value>1</value></geocode></area>'), /^started$/],
    [
      'an element that CAP does not have',
      withText('<urgency>', '<priority>1</priority><urgency>'),
      /info.priority is no element of CAP/,
    ],
    ['an identifier with blanks', withText('>c-one<', '>c one, 2<'), /identifier was/],
    [
      'points without commas',
      withText('</area>', '<polygon>51 12 53 12 53 14</polygon></area>'),
      /polygon was not closed/,
    ],
    [
      'points with semicolons',
      withText('</area>', '<polygon>51,12; 53,12; 53,14; 51,12</polygon></area>'),
      /polygon was not closed, or/,
    ],
    [
      'a circle with a blank',
      withText('</area>', '<circle>51.5, 12.3 20</circle></area>'),
      /circle was 51.5, 12.3 20, and is read as 51.5,12.3 20/,
    ],
    ['an ampersand', withText('>Storm</headline>', '>Storm & rain</headline>'), /an & that begins no entity/],
    ['an entity of nobody', withText('>Storm</headline>', '>Storm &wind;</headline>'), /an & that begins no entity/],
    ['a prefix without a namespace', withText('<headline>', '<x:icon/><headline>'), /^started$/],
  ])('%s is repaired, and said', (_, document, said) => {
    const [outcome = ''] = outcomes(read(inBytes(document)));
    expect(outcome).toMatch(/^started/);
    expect(outcome).toMatch(said);
  });

  it.each([
    ['UTF-16', Buffer.from(`\uFEFF${inBytes(one).toString('latin1')}`, 'utf16le'), null],
    ['UTF-16 that it only names', inBytes(withText('UTF-8', 'UTF-16')), null],
    ['a mark of UTF-8', Buffer.concat([Buffer.from('\uFEFF'), inBytes(one)]), null],
    ['the letters of its media type', Buffer.concat([inBytes(bare.replace('Town', 'Besan\u00E7on'))]), 'iso-8859-1'],
  ])('in %s', (_, bytes, charset) => expect(outcomes(read(bytes, charset))).toEqual(['started']));

  it('in other letters than it says', () =>
    expect(outcomes(read(inBytes(one.replace('Town', 'Besan\u00E7on'))))).toEqual([
      'started. Repaired: it is not encoded in UTF-8, and was read as Windows-1252',
    ]));

  it.each([
    [
      'an entity of its own',
      one
        .replace('<alert', '<!DOCTYPE alert [<!ENTITY x SYSTEM "file:///etc/passwd">]><alert')
        .replace('Storm<', '&x;<'),
    ],
    [
      'entities within entities',
      one.replace('<alert', '<!DOCTYPE alert [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><alert'),
    ],
    ['attributes of its own', one.replace('<alert', '<!DOCTYPE alert [<!ATTLIST alert x CDATA "y">]><alert')],
    ['a parameter entity', one.replace('<alert', '<!DOCTYPE alert [%x;]><alert')],
  ])('%s is refused', (_, document) =>
    expect(() => read(inBytes(document))).toThrow('document type with declarations'),
  );
});

const atom = (...entries: string[]): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${entries.map((entry, at) => `<entry><title>E${at}</title>${entry}</entry>`).join('')}</feed>`;
const inEntry = `<content type="text/xml">${bare}</content>`;

describe('one bad alert', () => {
  it.each([
    [
      'no well-formed XML',
      '<content><alert><identifier>bad</identifier><sender></alert></content>',
      /^bad: It is no well-formed XML/,
    ],
    [
      'a number of no character',
      `<content>${bare.replace('Town', '&#0;')}</content>`,
      /^c-one: It has the entity &#0;/,
    ],
    ['a declaration', `<content><!ENTITY x "y"></content>`, /^E0: It has declarations/],
    [
      'far too deep',
      `<content>${'<a>'.repeat(40)}${'</a>'.repeat(40)}</content>`,
      /^E0: It is no well-formed XML, or has more than 24 levels/,
    ],
    ['no alert and no link', '<summary>Take cover</summary>', /^E0: It has no alert, and no link to one/],
    [
      'no severity',
      `<content>${bare.replace(/<severity>.*<\/severity>/, '')}</content>`,
      /^c-one: info.severity is required/,
    ],
  ])('%s is named, and the others are read', (_, bad, reason) => {
    const [first, second] = outcomes(read(inBytes(atom(bad, inEntry))));
    expect(first).toMatch(reason);
    expect(second).toBe('started');
  });
});

describe('a feed', () => {
  it.each([
    [
      'the namespace of Atom in RSS',
      '<rss xmlns="http://www.w3.org/2005/Atom" version="2.0"><channel><item><link>/1.cap</link></item></channel></rss>',
      ['/1.cap'],
    ],
    [
      'the namespace of Atom with https',
      '<feed xmlns="https://www.w3.org/2005/Atom"><entry><link href="/1.cap"/></entry></feed>',
      ['/1.cap'],
    ],
    [
      'a notice of its program in front',
      '<br />\n<b>Notice</b>: Undefined variable<br />\n<?xml version="1.0"?><rss><channel><item><link>/1.cap</link></item></channel></rss>',
      ['/1.cap'],
    ],
    [
      'a link of the registered type',
      atom('<link rel="self" href="/page"/><link type="application/common-alerting-protocol+xml" href="/1.cap"/>'),
      ['/1.cap'],
    ],
    ['the address as the id', atom('<id>https://alerts.example/1.cap</id>'), ['https://alerts.example/1.cap']],
    ['the alert in another document', atom('<content type="application/cap+xml" src="1.cap"/>'), ['1.cap']],
    [
      'a base',
      atom('<link href="1.cap"/>').replace('<feed', '<feed xml:base="https://cdn.example/a/"'),
      ['https://cdn.example/a/1.cap'],
    ],
    ['the alert as escaped text', atom(`<content type="text">${bare.replaceAll('<', '&lt;')}</content>`), ['started']],
    [
      'the alert in CDATA',
      `<rss version="2.0"><channel><item><title>t</title><description><![CDATA[${one}]]></description></item></channel></rss>`,
      ['started'],
    ],
    [
      'an enclosure',
      '<rss><channel><item><enclosure type="application/cap+xml" url="/1.cap"/><link>/page</link></item></channel></rss>',
      ['/1.cap'],
    ],
    [
      'a guid that is no address',
      '<rss><channel><item><title>t</title><guid isPermaLink="false">17</guid></item></channel></rss>',
      ['t: It has no alert, and no link to one'],
    ],
    [
      'RSS 1.0',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/><item><link>/1.cap</link></item></rdf:RDF>',
      ['/1.cap'],
    ],
    ['Atom without its namespace', '<feed><entry><link href="/1.cap"/></entry></feed>', ['/1.cap']],
    [
      'several alerts in an envelope',
      `<ns:alerts xmlns:ns="http://gov.fema.ipaws.services/feed">${bare}${bare}</ns:alerts>`,
      ['started', 'started'],
    ],
    [
      'an envelope of EDXL',
      `<EDXLDistribution xmlns="urn:oasis:names:tc:emergency:EDXL:DE:1.0"><contentObject><xmlContent><embeddedXMLContent>${bare}</embeddedXMLContent></xmlContent></contentObject></EDXLDistribution>`,
      ['started'],
    ],
    ['no entries', atom(), []],
  ])('with %s', (_, document, right) => expect(outcomes(read(inBytes(document)))).toEqual(right));
});
