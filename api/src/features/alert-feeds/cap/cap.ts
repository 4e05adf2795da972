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
import { z } from 'zod';
import { DocumentError } from './document-error.ts';
import { CAP_NAMESPACE } from './namespaces.ts';
import { repairAlert } from './repair.ts';
import type { XmlElement } from './xml.ts';

const EARLIER = /^(?:urn:oasis:names:tc:emergency:cap:1\.[01]|http:\/\/www\.incident\.com\/cap\/1\.0)$/;
const MANY_MAX = 2_000;
const TEXT_MAX = 100_000;
const NAME_MAX = 400;

/** Elements are lists by their name, since each may be there several times. */
const one = <T extends z.core.SomeType>(schema: T) =>
  z
    .array(schema, 'is required')
    .min(1, 'is required')
    .max(1, 'is there more than once')
    .transform(([value]) => value as z.output<T>);
const optional = <T extends z.core.SomeType>(schema: T) =>
  z
    .array(schema)
    .max(1, 'is there more than once')
    .prefault([])
    .transform(([value]) => value);
const many = <T extends z.core.SomeType>(schema: T) => z.array(schema).max(MANY_MAX, 'is there too often').prefault([]);

const words = z.string('has to be text').max(TEXT_MAX, 'is too long');
/** Systems leave elements empty which they do not fill in. */
const text = words.trim();
const required = text.min(1, 'is empty');
const choice = <const T extends readonly string[]>(values: T) =>
  text.pipe(z.enum(values, { error: ({ input }) => `has the value ${JSON.stringify(String(input).slice(0, 40))}` }));
const name = text.regex(/^[^\s,<&]+$/, 'has spaces, commas or markup, or is empty').max(NAME_MAX, 'is too long');

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;
const time = text.transform((value, context) => {
  const [, clock = '', zone = ''] = TIME.exec(value) ?? [];
  // That of a 30 February would be one in March.
  const real = clock !== '' && new Date(`${clock}Z`).toJSON()?.startsWith(clock);
  if (real) return new Date(`${clock}${zone}`);
  context.addIssue({ code: 'custom', message: 'is no time with a zone' });
  return z.NEVER;
});

export type Coordinate = readonly [latitude: number, longitude: number];
const NUMBER = /^[+-]?\d{1,3}(?:\.\d{1,20})?$/;
function readCoordinate(written: string): Coordinate | null {
  const [latitude = '', longitude = '', ...others] = written.split(',');
  if (others.length > 0 || !NUMBER.test(latitude) || !NUMBER.test(longitude)) return null;
  const [north, east] = [Number(latitude), Number(longitude)];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? [north, east] : null;
}
const POINTS_MAX = 20_000;
const polygon = text.transform((value, context) => {
  const points = value.split(/\s+/).map(readCoordinate);
  const [first, last] = [points[0], points.at(-1)];
  const closed = first && last && first[0] === last[0] && first[1] === last[1];
  if (points.length >= 4 && points.length <= POINTS_MAX && closed && points.every((point) => point !== null))
    return points;
  context.addIssue({ code: 'custom', message: 'is no closed polygon of coordinates' });
  return z.NEVER;
});
const circle = text.transform((value, context) => {
  const [, at = '', km = ''] = /^(\S+)\s+(\d{1,5}(?:\.\d{1,20})?)$/.exec(value) ?? [];
  const centre = readCoordinate(at);
  if (centre) return { centre, km: Number(km) };
  context.addIssue({ code: 'custom', message: 'is no circle: coordinates and a radius' });
  return z.NEVER;
});

const named = z.strictObject({ valueName: one(text), value: one(text) });
const area = z.strictObject({
  areaDesc: one(text),
  polygon: many(polygon),
  circle: many(circle),
  geocode: many(named),
  altitude: optional(text),
  ceiling: optional(text),
});
const info = z.strictObject({
  language: optional(text),
  category: many(choice(ALERT_CATEGORIES)),
  event: one(required),
  responseType: many(choice(ALERT_RESPONSES)),
  urgency: one(choice(ALERT_URGENCIES)),
  severity: one(choice(ALERT_SEVERITIES)),
  certainty: one(choice(ALERT_CERTAINTIES)),
  audience: optional(text),
  eventCode: many(named),
  effective: optional(time),
  onset: optional(time),
  expires: optional(time),
  senderName: optional(text),
  headline: optional(text),
  description: optional(text),
  instruction: optional(text),
  web: optional(text),
  contact: optional(text),
  area: many(area),
});

/** `sender,identifier,sent` of earlier alerts. */
export type Reference = { sender: string; identifier: string };
/** Malformed references are left out; an alert that must have one and has none is refused below. */
const references = text.transform((value): Reference[] =>
  value
    .split(/\s+/, MANY_MAX)
    .map((each) => each.split(','))
    .flatMap(([sender, identifier]) => (sender && identifier ? [{ sender, identifier }] : [])),
);

const alertSchema = z
  .strictObject({
    identifier: one(name),
    sender: one(name),
    sent: one(time),
    status: one(choice(ALERT_STATUSES)),
    msgType: one(choice(ALERT_MESSAGE_TYPES)),
    source: optional(text),
    scope: one(choice(ALERT_SCOPES)),
    restriction: optional(text),
    addresses: optional(text),
    code: many(text),
    note: optional(text),
    references: optional(references),
    incidents: optional(text),
    info: many(info),
  })
  .refine(({ msgType, references: earlier = [] }) => !['Update', 'Cancel'].includes(msgType) || earlier.length > 0, {
    path: ['references'],
    message: 'is required for an Update and a Cancel',
  })
  .refine(({ msgType, info: infos }) => !['Alert', 'Update'].includes(msgType) || infos.length > 0, {
    path: ['info'],
    message: 'is required for an Alert and an Update',
  });
export type CapAlert = z.infer<typeof alertSchema>;
export type CapInfo = CapAlert['info'][number];

export const isAlert = ({ name: local, namespace }: XmlElement): boolean =>
  local === 'alert' && (namespace === CAP_NAMESPACE || EARLIER.test(namespace));

/**
 * The alert of an element, of which what only is written wrongly is repaired; a signature is not verified: what is trusted is the address of the feed.
 * Throws DocumentError for one that is no CAP 1.2 after that.
 */
export function readAlert(element: XmlElement, repairs: Set<string>): CapAlert {
  if (EARLIER.test(element.namespace)) throw new DocumentError('It is CAP of an earlier version than 1.2');
  if (element.namespace !== CAP_NAMESPACE || element.name !== 'alert')
    throw new DocumentError('It is no alert of CAP 1.2');
  const parsed = alertSchema.safeParse(toFields(repairAlert(element, repairs)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.filter((part) => typeof part === 'string').join('.') ?? '';
  const unknown = issue?.code === 'unrecognized_keys' ? ` has ${issue.keys[0] ?? ''}, which it cannot have` : null;
  throw new DocumentError(`${path === '' ? 'alert' : path}${unknown ?? ` ${issue?.message ?? 'is not valid'}`}`);
}

/** The children of an element by their names; the text of one without children. */
function toFields(element: XmlElement): Record<string, unknown> {
  const fields: Record<string, unknown[]> = {};
  if (element.text.trim() !== '') fields['text'] = [element.text];
  for (const child of element.children) {
    const value = child.children.length > 0 ? toFields(child) : COMPLEX.has(child.name) ? toFields(child) : child.text;
    const listed = Object.hasOwn(fields, child.name) ? fields[child.name] : undefined;
    if (listed) listed.push(value);
    else
      Object.defineProperty(fields, child.name, {
        value: [value],
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return fields;
}
const COMPLEX = new Set(['info', 'area', 'eventCode', 'geocode']);
