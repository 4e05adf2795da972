import { createHash } from 'node:crypto';
import { isAlert, readAlert } from './cap.ts';
import { DocumentError } from './document-error.ts';
import { type FeedEntry, isFeed, listEntries, type ListedEntry, salvageEntries } from './feed-entries.ts';
import { type AlertPlace, type AlertSummary, summarise } from './summary.ts';
import { decodeXml, readXml, type XmlElement } from './xml.ts';

/** What is no valid alert; the key is that of its bytes. `name` says which one it is: its identifier, or the title or address of its entry. */
export type InvalidAlert = { key: string; name: string | null; detail: string };
export type ReadAlert = { alert: AlertSummary } | { invalid: InvalidAlert };
export type ReadDocument = { entries: (ReadAlert | FeedEntry)[] };
/** Bytes, with the parameter `charset` of their media type. */
export type SentDocument = { bytes: Uint8Array; charset: string | null };

/**
 * Reads a document: one alert, several of them, or an Atom or RSS feed whose entries have alerts in them or link to them. An alert that is not valid is
 * an entry that says why, and does not keep the others from being read. Throws DocumentError for a document that is none of these.
 */
export function readDocument({ bytes, charset }: SentDocument, place: AlertPlace): ReadDocument {
  const repairs = new Set<string>();
  const text = decodeXml(bytes, charset, repairs);
  // A service without alerts may send nothing.
  if (text === '') return { entries: [] };
  const root = readRoot(text, repairs);
  if (Array.isArray(root)) return { entries: root.flatMap((entry) => readEntry(entry, place, repairs)) };
  if (isAlert(root)) return { entries: [readOne(root, place, repairs)] };
  const alerts = alertsIn(root);
  if (alerts.length > 0 && !isFeed(root)) return { entries: alerts.map((alert) => readOne(alert, place, repairs)) };
  return { entries: listEntries(root).flatMap((entry) => readEntry(entry, place, repairs)) };
}

/** The root of a document, or the entries of a feed that is not well-formed as a whole, each read by itself. */
function readRoot(text: string, repairs: Set<string>): XmlElement | ListedEntry[] {
  try {
    return readXml(text, repairs);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const entries = salvageEntries(text, repairs);
    if (entries.length === 0) throw error;
    return entries;
  }
}

/** Reads a document that a feed links to, which must be one alert; anything else is an invalid alert. */
export function readLinked({ bytes, charset }: SentDocument, place: AlertPlace): ReadAlert {
  const repairs = new Set<string>();
  try {
    const root = readXml(decodeXml(bytes, charset, repairs), repairs);
    return readOne(root, place, repairs);
  } catch (error) {
    return invalidOf(error, createHash('sha256').update(bytes).digest('hex'), null);
  }
}

const ALERT_DEPTH_MAX = 6;
const alertsIn = (element: XmlElement, depth = 1): XmlElement[] =>
  element.children.flatMap((child) => {
    if (isAlert(child)) return [child];
    return depth < ALERT_DEPTH_MAX ? alertsIn(child, depth + 1) : [];
  });

function readEntry(entry: ListedEntry, place: AlertPlace, repairs: Set<string>): (ReadAlert | FeedEntry)[] {
  const key = (): string =>
    createHash('sha256')
      .update(JSON.stringify([entry.title, entry.link]))
      .digest('hex');
  if (entry.fault !== null) return [invalidOf(new DocumentError(entry.fault), key(), entry.title)];
  const alerts = entry.element ? alertsIn(entry.element) : [];
  if (alerts.length > 0) return alerts.map((alert) => readOne(alert, place, repairs));
  if (entry.text !== null) return [readText(entry.text, place, entry.title)];
  if (entry.link !== null) return [entry.link];
  return [invalidOf(new DocumentError('It has no alert, and no link to one'), key(), entry.title)];
}

function readText(text: string, place: AlertPlace, title: string | null): ReadAlert {
  const repairs = new Set<string>();
  try {
    return readOne(readXml(text.trim(), repairs), place, repairs);
  } catch (error) {
    return invalidOf(error, createHash('sha256').update(text).digest('hex'), title);
  }
}

function readOne(element: XmlElement, place: AlertPlace, before: ReadonlySet<string>): ReadAlert {
  const repairs = new Set(before);
  try {
    return { alert: { ...summarise(readAlert(element, repairs), place), repairs: describeRepairs(repairs) } };
  } catch (error) {
    const identifier = element.children.find(({ name }) => name === 'identifier')?.text.trim();
    const key = createHash('sha256').update(JSON.stringify(element.children)).digest('hex');
    return invalidOf(error, key, identifier || null);
  }
}

const DETAIL_MAX = 300;
const NAME_MAX = 200;
/** What was repaired, in a sentence; null for an alert as the standard wants it. */
const describeRepairs = (repairs: ReadonlySet<string>): string | null =>
  repairs.size === 0 ? null : `Repaired: ${[...repairs].join('; ')}`.slice(0, DETAIL_MAX);

function invalidOf(error: unknown, key: string, name: string | null): { invalid: InvalidAlert } {
  if (!(error instanceof DocumentError)) throw error;
  const detail = error.message.slice(0, DETAIL_MAX);
  return { invalid: { key: `invalid:${key}`, name: name?.slice(0, NAME_MAX) ?? null, detail } };
}
