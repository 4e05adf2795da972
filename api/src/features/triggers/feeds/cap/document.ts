import { createHash } from 'node:crypto';
import { FEED_ENTRIES_MAX } from '@belfry/schemas/http/triggers/alert-feeds';
import { isAlert, readAlert } from './cap.ts';
import { type AlertPlace, type AlertSummary, summarise } from './summary.ts';
import { DocumentError, readXml, type XmlElement } from './xml.ts';

const ATOM = 'http://www.w3.org/2005/Atom';
const LINK_MAX = 2_000;

/** What is no valid alert; the key is that of its bytes. */
export type InvalidAlert = { key: string; detail: string };
export type ReadAlert = { alert: AlertSummary } | { invalid: InvalidAlert };
/** An entry of a feed has its alert in it, or the address of it, which is new where `updated` is. */
type FeedEntry = ReadAlert | { link: string; updated: string };
export type ReadDocument = { entries: FeedEntry[]; hasMore: boolean };

/**
 * Reads a document: one alert, or an Atom or RSS feed whose entries have alerts in them or link to them. An alert that is not valid is an
 * entry that says why. Throws DocumentError for a document that is none of these.
 */
export function readDocument(bytes: Uint8Array, place: AlertPlace): ReadDocument {
  const root = readXml(bytes);
  if (isAlert(root)) return { entries: [readOne(root, place)], hasMore: false };
  const listed = listEntries(root);
  const entries = listed.slice(0, FEED_ENTRIES_MAX).flatMap((entry) => readEntry(entry, place));
  return {
    entries: entries.slice(0, FEED_ENTRIES_MAX),
    hasMore: listed.length > FEED_ENTRIES_MAX || entries.length > FEED_ENTRIES_MAX,
  };
}

/** Reads a document that a feed links to, which is one alert. What it is instead is an invalid one. */
export function readLinked(bytes: Uint8Array, place: AlertPlace): ReadAlert {
  try {
    return readOne(readXml(bytes), place);
  } catch (error) {
    return invalidOf(error, createHash('sha256').update(bytes).digest('hex'));
  }
}

function listEntries(root: XmlElement): XmlElement[] {
  if (root.name === 'feed' && root.namespace === ATOM)
    return root.children.filter(({ name, namespace }) => name === 'entry' && namespace === ATOM);
  const channel = root.name === 'rss' && root.namespace === '' ? childOf(root, 'channel') : undefined;
  if (!channel) throw new DocumentError('It is no alert of CAP 1.2, and no Atom or RSS feed');
  return channel.children.filter(({ name, namespace }) => name === 'item' && namespace === '');
}

const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name && child.namespace === element.namespace);

function readEntry(entry: XmlElement, place: AlertPlace): FeedEntry[] {
  const holders = [entry, ...entry.children.filter(({ name }) => name === 'content')];
  const alerts = holders.flatMap(({ children }) => children.filter(isAlert));
  if (alerts.length > 0) return alerts.map((alert) => readOne(alert, place));
  const link = linkOf(entry).trim();
  const updated =
    ['updated', 'pubDate', 'published'].map((name) => childOf(entry, name)?.text.trim()).find(Boolean) ?? '';
  return link === '' || link.length > LINK_MAX ? [] : [{ link, updated: updated.slice(0, 100) }];
}

/** The address of the alert of an entry: a link of the type of CAP, else the one that stands for the entry; '' without one. */
function linkOf(entry: XmlElement): string {
  if (entry.namespace === '') return childOf(entry, 'link')?.text ?? '';
  const links = entry.children.filter(({ name, namespace }) => name === 'link' && namespace === ATOM);
  const isCap = ({ attributes }: XmlElement): boolean => attributes.get('type') === 'application/cap+xml';
  const isEntry = ({ attributes }: XmlElement): boolean => (attributes.get('rel') ?? 'alternate') === 'alternate';
  const chosen = links.find(isCap) ?? links.find(isEntry);
  return chosen?.attributes.get('href') ?? '';
}

function readOne(element: XmlElement, place: AlertPlace): ReadAlert {
  try {
    return { alert: summarise(readAlert(element), place) };
  } catch (error) {
    return invalidOf(error, createHash('sha256').update(JSON.stringify(element.children)).digest('hex'));
  }
}

const DETAIL_MAX = 300;
function invalidOf(error: unknown, key: string): { invalid: InvalidAlert } {
  if (!(error instanceof DocumentError)) throw error;
  return { invalid: { key: `invalid:${key}`, detail: error.message.slice(0, DETAIL_MAX) } };
}
