import {
  ALERT_CATEGORIES,
  ALERT_CERTAINTIES,
  ALERT_MESSAGE_TYPES,
  ALERT_RESPONSES,
  ALERT_SCOPES,
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERT_URGENCIES,
} from '@belfry/schemas/domain/alerts';
import { CAP_NAMESPACE } from './namespaces.ts';
import type { XmlElement } from './xml.ts';

const ELEMENTS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  alert: words(
    'identifier sender sent status msgType source scope restriction addresses code note references incidents info',
  ),
  info: words(
    'language category event responseType urgency severity certainty audience eventCode effective onset expires senderName headline description ' +
      'instruction web contact parameter resource area',
  ),
  area: words('areaDesc polygon circle geocode altitude ceiling'),
  eventCode: words('valueName value'),
  geocode: words('valueName value'),
};
function words(names: string): ReadonlyMap<string, string> {
  return new Map(names.split(' ').map((name) => [name.toLowerCase(), name]));
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  status: ALERT_STATUSES,
  msgType: ALERT_MESSAGE_TYPES,
  scope: ALERT_SCOPES,
  category: ALERT_CATEGORIES,
  responseType: ALERT_RESPONSES,
  urgency: ALERT_URGENCIES,
  severity: ALERT_SEVERITIES,
  certainty: ALERT_CERTAINTIES,
};
const EARLIER: Readonly<Record<string, string>> = { 'very likely': 'Likely' };
/** Nothing is decided by these, so that a value which CAP does not have is left out. */
const UNJUDGED = new Set(['category', 'responseType']);

const TIMES = new Set(['sent', 'effective', 'onset', 'expires']);
const NAMES = new Set(['identifier', 'sender']);
const LEFT_OUT = new Set([
  ...TIMES,
  'polygon',
  'circle',
  'geocode',
  'eventCode',
  'responseType',
  'category',
  'language',
]);
const CODES = new Set(['eventCode', 'geocode']);
const UNREAD = new Set(['parameter', 'resource']);

/**
 * An alert as CAP 1.2 writes it: without what it has of other namespaces or empty, its values spelled as the standard spells them. What is missing,
 * there twice or has another meaning stays as it is, for the check that follows.
 * @param repairs gets what was repaired, in English
 */
export function repairAlert(alert: XmlElement, repairs: Set<string>): XmlElement {
  return repairElement(alert, '', repairs);
}

function repairElement(element: XmlElement, path: string, repairs: Set<string>): XmlElement {
  const form = ELEMENTS[element.name];
  if (!form) return element;
  const children = element.children.flatMap((child): XmlElement[] => {
    if (child.namespace !== CAP_NAMESPACE || UNREAD.has(child.name)) return [];
    const name = form.get(child.name.toLowerCase()) ?? child.name;
    const place = path === '' ? name : `${path}.${name}`;
    const leaveOut = (why: string): [] => {
      repairs.add(`${place} ${why}`);
      return [];
    };
    if (!form.has(name.toLowerCase())) return leaveOut('is no element of CAP');
    if (name !== child.name) repairs.add(`${place} was written ${child.name}`);
    const repaired = repairElement({ ...child, name, attributes: new Map() }, place, repairs);
    const before = repaired.text.trim();
    if (repaired.children.length > 0) return withNames(repaired) ?? leaveOut('has no value');
    if (before === '') return LEFT_OUT.has(name) ? leaveOut('is empty') : [repaired];
    const text = repairText(name, before);
    if (text === null) return leaveOut(`is ${JSON.stringify(before.slice(0, 40))}`);
    if (!isSame(text, before)) repairs.add(describe(place, before, text));
    return [{ ...repaired, text }];
  });
  return { ...element, children };
}

/** Line breaks and blanks between words mean nothing. */
const isSame = (one: string, other: string): boolean => one.replaceAll(/\s+/g, ' ') === other.replaceAll(/\s+/g, ' ');

function describe(place: string, before: string, after: string): string {
  if (place.endsWith('polygon')) return `${place} was not closed, or no list of coordinates`;
  return `${place} was ${before.slice(0, 60)}, and is read as ${after.slice(0, 60)}`;
}

const NAMED_BY = new Map([
  ['eventCode', 'valueName'],
  ['geocode', 'valueName'],
  ['area', 'areaDesc'],
]);

/** With an empty name where it has none; null for a code without its value. */
function withNames(element: XmlElement): [XmlElement] | null {
  const has = (name: string): boolean => element.children.some((child) => child.name === name);
  if (CODES.has(element.name) && !has('value')) return null;
  const name = NAMED_BY.get(element.name);
  if (name === undefined || has(name)) return [element];
  const empty = { name, namespace: CAP_NAMESPACE, attributes: new Map(), children: [], text: '' };
  return [{ ...element, children: [empty, ...element.children] }];
}

/** The text as CAP writes it; null where it is left out. */
function repairText(name: string, text: string): string | null {
  const values = CHOICES[name];
  if (values) {
    const lower = text.toLowerCase();
    const value = values.find((each) => each.toLowerCase() === lower) ?? EARLIER[lower];
    return value ?? (UNJUDGED.has(name) ? null : text);
  }
  if (TIMES.has(name)) return repairTime(text);
  if (name === 'polygon') return repairPolygon(text);
  if (name === 'circle') return repairCircle(text);
  return NAMES.has(name) ? text.replaceAll(/[\s,<&]+/g, '_') : text;
}

const TIME = /^(\d{4}-\d\d-\d\d)[T\s]\s*(\d\d:\d\d)(:\d\d)?([.,]\d+)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i;

/** A time without a zone cannot be repaired. */
function repairTime(text: string): string {
  const [, date, minutes, seconds = ':00', fraction = '', zone = ''] = TIME.exec(text) ?? [];
  if (date === undefined) return text;
  const hours = zone.replace(':', '').padEnd(5, '0');
  const offset = /^[a-z]/i.test(zone) ? 'Z' : `${hours.slice(0, 3)}:${hours.slice(3)}`;
  return `${date}T${minutes}${seconds}${fraction.replace(',', '.').slice(0, 10)}${offset}`;
}

/** Pairs of numbers, whatever is between them; `51,12 53,12` or `51, 12; 53, 12`. null where they are none. */
function pairsIn(text: string): string[] | null {
  const numbers = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (numbers.length % 2 !== 0 || !numbers.every((number) => /^[+-]?\d{1,3}(?:\.\d+)?$/.test(number))) return null;
  return numbers.flatMap((number, at) => (at % 2 === 0 ? [`${number},${numbers[at + 1] ?? ''}`] : []));
}

/** Closes a polygon that has three corners. */
function repairPolygon(text: string): string {
  const points = pairsIn(text);
  if (!points || new Set(points).size < 3) return text;
  return (points[0] === points.at(-1) ? points : [...points, points[0]]).join(' ');
}

function repairCircle(text: string): string {
  const [latitude, longitude, radius, ...others] = text.split(/[\s,;]+/).filter((word) => word !== '');
  return radius === undefined || others.length > 0 ? text : `${latitude},${longitude} ${radius}`;
}
