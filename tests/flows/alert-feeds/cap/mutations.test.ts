import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Coordinate } from '@belfry/api/features/alert-feeds/cap/area';
import { decideDocument, type Situation } from './decide-document.ts';
import { NWS } from './documents.ts';

/**
 * An alert that starts something is changed in ten thousand ways, each of which makes it something else than an alert of CAP 1.2 that passes the
 * filter, also after what is only written wrongly was repaired. The filter asks for everything that the alert says, so a change of a required value is one as well. What people read (headline, description,
 * instruction, names of senders) may be anything, and is not changed.
 */
const NORMAN: Coordinate = [35.22, -97.44];
const SITUATION: Situation = {
  filter: {
    events: ['Tornado Warning'],
    severities: ['Extreme'],
    urgencies: ['Immediate'],
    certainties: ['Observed'],
    near: true,
  },
  places: [NORMAN],
  armedAt: new Date('2026-11-27T11:00:00Z'),
};
/** Without white space, which means nothing, and with one code of the event, so that the name alone is what the filter finds. */
const ALERT = NWS.replaceAll(/>\s+</g, '><').replaceAll(/<eventCode>.*?<\/eventCode>/g, '');

const ELEMENT = /<(\w+)>[^<]*<\/\1>/g;
const REQUIRED = new Set([
  'identifier',
  'sender',
  'sent',
  'status',
  'msgType',
  'scope',
  'event',
  'urgency',
  'severity',
  'certainty',
  'polygon',
]);
/** Values each of which the filter asks for, or the standard. */
const JUDGED = new Set([
  'sent',
  'status',
  'msgType',
  'scope',
  'urgency',
  'severity',
  'certainty',
  'expires',
  'polygon',
  'event',
]);
const leaves = [...ALERT.matchAll(ELEMENT)].map((found) => ({ name: found[1] ?? '', text: found[0], at: found.index }));
const required = leaves.filter(({ name }) => REQUIRED.has(name));
const judged = leaves.filter(({ name }) => JUDGED.has(name));
/** Elements of which there may be one only. */
const single = leaves.filter(
  ({ name }) => !['category', 'code', 'responseType', 'polygon', 'valueName', 'value'].includes(name),
);

type Leaf = (typeof leaves)[number];
const replaced = ({ at, text }: Leaf, by: string): string => ALERT.slice(0, at) + by + ALERT.slice(at + text.length);
const withValue = (leaf: Leaf, value: string): string => replaced(leaf, `<${leaf.name}>${value}</${leaf.name}>`);
const from = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list);
const markup = [...ALERT.matchAll(/[<>]/g)].map(({ index }) => index);
const names = [...ALERT.matchAll(/<(\/?)(\w+)>/g)].map(({ 0: text, 1: slash = '', 2: name = '', index }) => ({
  text,
  slash,
  name,
  index,
}));

/** What a judged value may become, so that it is wrong or not asked for. */
const WRONG: Record<string, readonly string[]> = {
  sent: [
    '',
    'now',
    '2026-11-27',
    '2026-11-27T11:41:00',
    '2026-13-27T05:41:00-06:00',
    '2026-11-27T25:41:00-06:00',
    '2027-11-27T05:41:00-06:00',
    '2026-11-26T05:41:00-06:00',
  ],
  status: ['', 'Draft', 'System', 'Real', 'Actual Test', 'Actual,'],
  msgType: ['', 'Ack', 'Error', 'Update', 'Cancel', 'New', 'AlertAlert'],
  scope: ['', 'Restricted', 'Private', 'World'],
  urgency: ['', 'Expected', 'Future', 'Past', 'Unknown', 'Now'],
  severity: ['', 'Severe', 'Moderate', 'Minor', 'Unknown', 'Extremely'],
  certainty: ['', 'Likely', 'Very Likely', 'Possible', 'Unlikely', 'Unknown'],
  expires: [
    'never',
    '2026-11-27T05:59:00-06:00',
    '2020-01-01T00:00:00Z',
    '2026-11-27T06:30:00',
    '2026-11-31T06:30:00-06:00',
  ],
  polygon: [
    '',
    '35.10,-97.60',
    '35.10,-97.60 35.40,-97.60 35.10,-97.60',
    '35.10 -97.60',
    '45.1,-97.6 45.4,-97.6 45.4,-97.2 45.1,-97.6',
    '95,-97 96,-97 96,-96 95,-97',
    'x,y x,z z,z x,y',
  ],
  event: ['', 'Tornado Watch', 'Tornado', 'Warning Tornado', 'Flood Warning'],
};

const MUTATIONS: readonly fc.Arbitrary<string>[] = [
  // A required element is gone, empty, or there twice.
  from(required).map((leaf) => replaced(leaf, '')),
  from(required).map((leaf) => withValue(leaf, '')),
  from(single).map((leaf) => replaced(leaf, leaf.text + leaf.text)),
  // A value is another one.
  from(judged).chain((leaf) => from(WRONG[leaf.name] ?? ['']).map((value) => withValue(leaf, value))),
  // One letter of a value of an enumeration, or of a zone, is another one.
  fc
    .tuple(
      from(judged.filter(({ name }) => !['polygon', 'event', 'sent', 'expires'].includes(name))),
      fc.nat(),
      fc.integer({ min: 1, max: 25 }),
    )
    .map(([leaf, at, by]) => {
      const value = leaf.text.slice(leaf.name.length + 2, -leaf.name.length - 3);
      const index = at % value.length;
      const code = value.charCodeAt(index) | 32;
      return withValue(
        leaf,
        value.slice(0, index) + String.fromCharCode(97 + ((code - 97 + by) % 26)) + value.slice(index + 1),
      );
    }),
  // An element has another name, or stands in another one.
  fc
    .tuple(from(required), fc.stringMatching(/^[a-z]{1,8}$/))
    .map(([leaf, name]) => replaced(leaf, leaf.text.replaceAll(leaf.name, `${leaf.name}${name}`))),
  from(names).map(
    ({ index, text, slash, name }) => ALERT.slice(0, index) + `<${slash}${name}x>` + ALERT.slice(index + text.length),
  ),
  fc.tuple(from(required), fc.boolean()).map(([leaf, last]) => {
    const without = replaced(leaf, '');
    const isOfAlert = ['identifier', 'sender', 'sent', 'status', 'msgType', 'scope'].includes(leaf.name);
    const place = isOfAlert
      ? '<info>'
      : leaf.name === 'areaDesc' || leaf.name === 'polygon'
        ? '</alert>'
        : last
          ? '</alert>'
          : '<area>';
    const at = without.indexOf(place) + (place.startsWith('</') ? 0 : place.length);
    return without.slice(0, at) + leaf.text + without.slice(at);
  }),
  // The document is cut off, or a character of its markup is another one or gone.
  fc.nat({ max: ALERT.length - 2 }).map((length) => ALERT.slice(0, length)),
  fc
    .tuple(from(markup), fc.constantFrom('', ' ', 'x', '&', '"', '\u0000'))
    .map(([at, by]) => ALERT.slice(0, at) + by + ALERT.slice(at + 1)),
  // It is within something, or something follows it.
  fc.stringMatching(/^[a-z]{1,8}$/).map((name) => ALERT.replace(/(<alert.*)$/s, `<${name}>$1</${name}>`)),
  fc.constantFrom('<alert/>', 'text', '</alert>', '<!DOCTYPE x>').map((more) => ALERT + more),
  // Another namespace, a document type, an instruction, an entity.
  fc
    .stringMatching(/^[a-z0-9:.]{1,20}$/)
    .map((name) => ALERT.replace('urn:oasis:names:tc:emergency:cap:1.2', `urn:${name}`)),
  from([
    'urn:oasis:names:tc:emergency:cap:1.1',
    'urn:oasis:names:tc:emergency:cap:1.0',
    'http://www.incident.com/cap/1.0',
    '',
  ]).map((other) => ALERT.replace('urn:oasis:names:tc:emergency:cap:1.2', other)),
  fc
    .tuple(from(names), fc.constantFrom('<!DOCTYPE x>', '<!ENTITY x "y">', '&#0;', '&#xD800;', '<![CDATA[', '<!--'))
    .map(([{ index }, evil]) => ALERT.slice(0, index) + evil + ALERT.slice(index)),
  // All of it in another encoding.
  fc.constantFrom('UTF-7', 'EBCDIC', 'x').map((encoding) => ALERT.replace('UTF-8', encoding)),
];

const isHarmless = (decision: string): boolean => decision !== 'started' && decision !== 'drill';

function tryMutations(numRuns: number): void {
  expect(decideDocument(ALERT, SITUATION)).toBe('started');
  fc.assert(
    fc.property(fc.oneof(...MUTATIONS), (document) => {
      if (document === ALERT) return;
      const decision = decideDocument(document, SITUATION);
      if (!isHarmless(decision)) throw new Error(`${decision}: ${document}`);
    }),
    { numRuns },
  );
}

it('500 changed documents start nothing', () => tryMutations(500));

it('10,000 changed documents start nothing', { tags: ['full'] }, () => tryMutations(10_000));

it('bytes that are changed at random start nothing, unless the alert is still valid and asks for the same', () => {
  const bytes = new TextEncoder().encode(ALERT);
  const text = /<(headline|description|instruction|senderName|web|parameter)>.*?<\/\1>/gs;
  const changes = fc.array(
    fc.record({ at: fc.nat({ max: bytes.length - 1 }), value: fc.integer({ min: 0, max: 255 }) }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(changes, (list) => {
      const changed = Uint8Array.from(bytes);
      for (const { at, value } of list) changed[at] = value;
      if (isHarmless(decideDocument(changed, SITUATION))) return;
      // It still starts: then everything that is judged is as it was.
      const [before, after] = [ALERT, new TextDecoder().decode(changed)].map((document) =>
        ['status', 'msgType', 'scope', 'event', 'urgency', 'severity', 'certainty'].map((name) =>
          new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}\\s*>`).exec(document.replaceAll(text, ''))?.[1]?.toLowerCase(),
        ),
      );
      expect(after).toEqual(before);
    }),
    { numRuns: 500 },
  );
});
