import { describe, expect, it } from 'vitest';
import type { Coordinate } from '@belfry/api/features/alert-feeds/cap/area';
import { decideDocument, type Situation } from './decide-document.ts';
import { BUSHFIRE, CANADA, DWD, METEOALARM, MOWAS, NWS } from './documents.ts';
import { edited, type Edit, referring } from './edits.ts';

const NORMAN: Coordinate = [35.22, -97.44];
const MUNICH: Coordinate = [48.14, 11.58];
const RIEM: Coordinate = [48.13, 11.69];
const BERLIN: Coordinate = [52.52, 13.4];
const LITHGOW: Coordinate = [-33.1, 150.3];
const SYDNEY: Coordinate = [-33.87, 151.21];

const SEVERE: Situation['filter'] = {
  severities: ['Extreme', 'Severe'],
  urgencies: ['Immediate', 'Expected'],
  certainties: ['Observed', 'Likely'],
};

type Case = readonly [title: string, document: string, situation: Situation, expected: string, edits?: readonly Edit[]];

const STARTING: readonly Case[] = [
  ['NWS: a tornado at the place', NWS, { filter: { ...SEVERE, near: true }, places: [NORMAN] }, 'started'],
  ['NWS: one of many places is in it', NWS, { filter: { near: true }, places: [BERLIN, SYDNEY, NORMAN] }, 'started'],
  ['NWS: the county by its code', NWS, { filter: { geocodes: ['SAME=040027'] } }, 'started'],
  ['NWS: the county by the code alone', NWS, { filter: { geocodes: ['OKC027'] } }, 'started'],
  ['NWS: all of a state', NWS, { filter: { geocodes: ['SAME=040*'] } }, 'started'],
  ['NWS: the event by its name', NWS, { filter: { events: ['tornado warning'] } }, 'started'],
  ['NWS: the event by its code', NWS, { filter: { events: ['TOR'] } }, 'started'],
  ['NWS: the beginning of the event', NWS, { filter: { events: ['Tornado*'] } }, 'started'],
  [
    'NWS: the code suffices where the place is elsewhere',
    NWS,
    { filter: { geocodes: ['040027'], near: true }, places: [BERLIN] },
    'started',
  ],
  [
    'NWS: the place suffices where the code is another',
    NWS,
    { filter: { geocodes: ['999999'], near: true }, places: [NORMAN] },
    'started',
  ],
  ['DWD: a storm over Munich', DWD, { filter: { ...SEVERE, near: true }, places: [MUNICH] }, 'started'],
  ['DWD: the English block has the event', DWD, { filter: { events: ['Hurricane-force gusts'] } }, 'started'],
  [
    'MoWaS: smoke over Riem, with a prefix and without an end',
    MOWAS,
    { filter: { ...SEVERE, near: true }, places: [RIEM] },
    'started',
  ],
  ['MoWaS: the region by its code', MOWAS, { filter: { geocodes: ['091620000000'] } }, 'started'],
  ['Meteoalarm: one of two areas', METEOALARM, { filter: { geocodes: ['EMMA_ID=FR056'] } }, 'started'],
  ['Australia: within the circle', BUSHFIRE, { filter: { near: true }, places: [LITHGOW] }, 'started'],
  [
    'Canada: signed, in two languages',
    CANADA,
    { filter: { ...SEVERE, near: true }, places: [[44.4, -79.7]] },
    'started',
  ],
  ['an exercise', NWS, {}, 'drill', [['>Actual<', '>Exercise<']]],
  ['a test', DWD, {}, 'drill', [['>Actual<', '>Test<']]],
  ['a time in UTC with Z', NWS, {}, 'started', [['2026-11-27T06:30:00-06:00', '2026-11-27T12:30:00Z']]],
  ['sent in the second in which the trigger was on', NWS, { armedAt: new Date('2026-11-27T11:41:00.900Z') }, 'started'],
  ['an update of what nobody has started', referring(NWS, 'Update', 'u1'), {}, 'started'],
  ['an update that is more severe', referring(DWD, 'Update', 'u1'), { known: { startedRank: 2 } }, 'started'],
];

const RESTING: readonly Case[] = [
  ['NWS: another place', NWS, { filter: { near: true }, places: [BERLIN] }, 'filtered: area'],
  ['NWS: no place has coordinates', NWS, { filter: { near: true }, places: [] }, 'filtered: no_coordinates'],
  ['NWS: another county', NWS, { filter: { geocodes: ['SAME=040143'] } }, 'filtered: geocode'],
  ['NWS: another kind of code', NWS, { filter: { geocodes: ['UGC=040027'] } }, 'filtered: geocode'],
  ['NWS: another event', NWS, { filter: { events: ['Tornado Watch', 'FFW'] } }, 'filtered: event'],
  ['Meteoalarm: not severe', METEOALARM, { filter: { severities: ['Extreme', 'Severe'] } }, 'filtered: severity'],
  ['Meteoalarm: not urgent', METEOALARM, { filter: { urgencies: ['Immediate'] } }, 'filtered: urgency'],
  ['DWD: not observed', DWD, { filter: { certainties: ['Observed'] } }, 'filtered: certainty'],
  ['Meteoalarm: codes have no polygon', METEOALARM, { filter: { near: true }, places: [[48.2, -4]] }, 'filtered: area'],
  ['Australia: outside of the circle', BUSHFIRE, { filter: { near: true }, places: [SYDNEY] }, 'filtered: area'],
  ['NWS: expired', NWS, { now: new Date('2026-11-27T12:30:01Z') }, 'expired'],
  ['MoWaS: without an end it is over after a day', MOWAS, { now: new Date('2026-11-28T11:50:01Z') }, 'expired'],
  ['sent before the trigger was on', NWS, { armedAt: new Date('2026-11-27T11:41:01Z') }, 'before'],
  ['sent too early', NWS, { now: new Date('2026-11-27T11:00:00Z') }, 'waits'],
  [
    'in force later',
    DWD,
    {},
    'waits',
    [
      ['<effective>2026-11-27T11:30', '<effective>2026-11-27T14:30'],
      ['<effective>2026-11-27T11:30', '<effective>2026-11-27T14:30'],
    ],
  ],
  ['cancelled meanwhile', NWS, { known: { cancelled: true } }, 'cancelled'],
  ['replaced meanwhile', NWS, { known: { superseded: true } }, 'superseded'],
  ['an update that is as severe', referring(NWS, 'Update', 'u1'), { known: { startedRank: 4 } }, 'repeated'],
  ['an update that is less severe', referring(CANADA, 'Update', 'u1'), { known: { startedRank: 4 } }, 'repeated'],
  [
    'an update without the place',
    referring(NWS, 'Update', 'u1'),
    { filter: { near: true }, places: [BERLIN] },
    'filtered: area',
  ],
  ['a cancel', referring(NWS, 'Cancel', 'c1'), {}, 'ended'],
  [
    'an all clear as an update',
    referring(CANADA, 'Update', 'u2'),
    {},
    'ended',
    [
      ['>Avoid<', '>AllClear<'],
      ['>Avoid<', '>AllClear<'],
    ],
  ],
  [
    'an all clear in one language',
    CANADA,
    { filter: { events: ['snow squall'] } },
    'filtered: event',
    [['>Avoid<', '>AllClear<']],
  ],
  ['a draft', NWS, {}, 'ignored: status', [['>Actual<', '>Draft<']]],
  ['a message of systems', NWS, {}, 'ignored: status', [['>Actual<', '>System<']]],
  ['an acknowledgement', NWS, {}, 'ignored: message_type', [['>Alert<', '>Ack<']]],
  ['an error', NWS, {}, 'ignored: message_type', [['>Alert<', '>Error<']]],
  ['for some people only', NWS, {}, 'filtered: scope', [['>Public<', '>Restricted<']]],
  ['private', NWS, {}, 'filtered: scope', [['>Public<', '>Private<']]],
];

const INVALID: readonly Case[] = [
  ['CAP 1.1', NWS, {}, 'invalid: It is CAP of an earlier version than 1.2', [['cap:1.2', 'cap:1.1']]],
  ['another namespace', NWS, {}, 'invalid: It is no alert of CAP 1.2', [['cap:1.2', 'cap:2.0']]],
  [
    'no namespace',
    NWS,
    {},
    'invalid: It is no alert of CAP 1.2',
    [[' xmlns="urn:oasis:names:tc:emergency:cap:1.2"', '']],
  ],
  [
    'an entity of its own',
    NWS,
    {},
    'invalid: It has a document type with declarations, such as those of entities',
    [['<alert', '<!DOCTYPE alert [<!ENTITY x SYSTEM "file:///etc/passwd">]><alert']],
  ],
  [
    'a declaration of an entity alone',
    NWS,
    {},
    'invalid: It has declarations, such as those of entities',
    [['<info>', '<!ENTITY x "y"><info>']],
  ],
  [
    'a document type within it',
    NWS,
    {},
    'invalid: It has a document type within it',
    [['<info>', '<!DOCTYPE x><info>']],
  ],
  ['an unknown encoding', NWS, {}, 'invalid: It says that its encoding is utf-7', [['UTF-8', 'UTF-7']]],
  ['a number that is no character', NWS, {}, 'invalid: It has the entity &#0;', [['&amp;', '&#0;']]],
  ['an unknown severity', NWS, {}, 'invalid: info.severity has the value "Deadly"', [['>Extreme<', '>Deadly<']]],
  [
    'a time without a zone',
    NWS,
    {},
    'invalid: info.expires is no time with a zone',
    [['T06:30:00-06:00', 'T06:30:00']],
  ],
  [
    'a day that does not exist',
    NWS,
    {},
    'invalid: info.expires is no time with a zone',
    [['<expires>2026-11-27', '<expires>2026-02-30']],
  ],
  [
    'an update without references',
    NWS,
    {},
    'invalid: references is required for an Update and a Cancel',
    [['>Alert<', '>Update<']],
  ],
  [
    'two identifiers',
    NWS,
    {},
    'invalid: identifier is there more than once',
    [['<sender>', '<identifier>x</identifier><sender>']],
  ],
  ['no severity', NWS, {}, 'invalid: info.severity is required', [['<severity>Extreme</severity>', '']]],
  [
    'coordinates that do not exist',
    NWS,
    {},
    'invalid: info.area.polygon is no closed polygon of coordinates',
    [['35.40,-97.20', '135.40,-97.20']],
  ],
];

function check(cases: readonly Case[]): void {
  it.each(cases.map((each) => ({ title: each[0], each })))(
    '$title',
    ({ each: [, document, situation, expected, edits = []] }) =>
      expect(decideDocument(edited(document, edits), situation)).toBe(expected),
  );
}
describe('what starts the trigger', () => check(STARTING));
describe('what starts nothing', () => check(RESTING));
describe('what is no valid CAP 1.2', () => check(INVALID));

it('has more than 40 documents', () => expect(STARTING.length + RESTING.length + INVALID.length).toBeGreaterThan(60));

it('one byte too many', () =>
  expect(decideDocument(`${NWS}${' '.repeat(524_288)}`, {})).toBe('invalid: It has more than 524288 bytes'));

it('documents that would cost a lot are refused quickly', () => {
  const deep = edited(NWS, [['<info>', '<info>'.repeat(5_000)]]);
  const wide = edited(NWS, [['<info>', `${'<note/>'.repeat(60_000)}<info>`]]);
  const entities = edited(NWS, [['&amp;', '&amp;'.repeat(90_000)]]);
  for (const document of [deep, wide]) expect(decideDocument(document, {})).toMatch(/^invalid: /);
  expect(decideDocument(entities, {})).toBe('started');
});
