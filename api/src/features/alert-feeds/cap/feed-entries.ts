import { DocumentError } from './document-error.ts';
import { ATOM_NAMESPACE } from './namespaces.ts';
import { readXml, type XmlElement } from './xml.ts';

const LINK_MAX = 2_000;

/** The address of an alert, which is new where `updated` is; `isOver` where its entry says that it has ended. */
export type FeedEntry = { link: string; updated: string; isOver: boolean };
export type ListedEntry = {
  title: string | null;
  element: XmlElement | null;
  text: string | null;
  link: FeedEntry | null;
  fault: string | null;
};

/** Atom, also of before its standard, and RSS 0.9 to 2.0, whatever namespace their elements are in. */
export const isFeed = ({ name }: XmlElement): boolean => ['feed', 'rss', 'RDF'].includes(name);
const ENTRY_NAMES = new Set(['entry', 'item']);
/** Envelopes of services, which have nothing in them where there is no alert. */
const ENVELOPE = /^(?:\w*alerts|feed|rss|rdf|EDXLDistribution)$/i;

/** The entries of a feed. Throws DocumentError for a document that is none. */
export function listEntries(root: XmlElement): ListedEntry[] {
  if (!isFeed(root)) {
    if (ENVELOPE.test(root.name)) return [];
    throw new DocumentError('It is no alert of CAP 1.2, and no Atom or RSS feed');
  }
  const channel = root.name === 'feed' ? undefined : root.children.find(({ name }) => name === 'channel');
  if (root.name === 'rss' && !channel) throw new DocumentError('It is an RSS feed without a channel');
  const entries = [root, ...(channel ? [channel] : [])].flatMap(({ children }) =>
    children.filter(({ name }) => ENTRY_NAMES.has(name)),
  );
  const base = root.attributes.get('xml:base') ?? '';
  return entries.map((entry) => readListed(entry, base));
}

/** The first child with a name, in the namespace of its parent or, as in RSS, another one. */
const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name && child.namespace === element.namespace) ??
  element.children.find((child) => child.name === name);
const textOf = (element: XmlElement, name: string): string => childOf(element, name)?.text.trim() ?? '';

function readListed(entry: XmlElement, base: string): ListedEntry {
  const link = linkOf(entry);
  const updated =
    ['updated', 'pubDate', 'published', 'modified', 'date'].map((name) => textOf(entry, name)).find(Boolean) ?? '';
  const ends = Date.parse(textOf(entry, 'expires'));
  const address = resolve(link, entry.attributes.get('xml:base') ?? base);
  const title = ['title', 'id', 'guid'].map((name) => textOf(entry, name)).find(Boolean) ?? null;
  return {
    title,
    element: entry,
    text: escapedAlertOf(entry),
    link:
      address === '' || address.length > LINK_MAX
        ? null
        : { link: address, updated: updated.slice(0, 100), isOver: ends < Date.now() },
    fault: null,
  };
}

/** A link stays relative where the document names no base: it is that of its own address. */
const resolve = (link: string, base: string): string => (base === '' ? link : (URL.parse(link, base)?.href ?? link));

function escapedAlertOf(entry: XmlElement): string | null {
  const holders = entry.children.filter(({ name }) => ['content', 'encoded', 'description', 'summary'].includes(name));
  return (
    holders.map(({ text }) => text.trim()).find((text) => /^(?:<\?xml[^>]*\?>\s*)?<(?:\w+:)?alert[\s>]/.test(text)) ??
    null
  );
}

const CAP_TYPE = /^application\/(?:cap|common-alerting-protocol)\+xml\b/i;
const ADDRESS = /^https?:\/\/\S+$/i;

/** The address of the alert of an entry: a link of the type of CAP, else the one that stands for the entry; '' without one. */
function linkOf(entry: XmlElement): string {
  const links = entry.children.filter(({ name }) => name === 'link');
  const holders = [...links, ...entry.children.filter(({ name }) => name === 'enclosure' || name === 'content')];
  const hrefOf = ({ attributes }: XmlElement): string =>
    (attributes.get('href') ?? attributes.get('url') ?? attributes.get('src') ?? '').trim();
  const typed = holders.find((each) => CAP_TYPE.test(each.attributes.get('type') ?? '') && hrefOf(each) !== '');
  if (typed) return hrefOf(typed);
  const isEntry = ({ attributes }: XmlElement): boolean => (attributes.get('rel') ?? 'alternate') === 'alternate';
  const entryLink = links.find((each) => isEntry(each) && hrefOf(each) !== '');
  if (entryLink) return hrefOf(entryLink);
  const written = links.map(({ text }) => text.trim()).find(Boolean);
  if (written !== undefined) return written;
  const guid = childOf(entry, 'guid');
  const permanent = guid?.attributes.get('isPermaLink') !== 'false' ? guid?.text.trim() : undefined;
  return (
    [permanent, entry.namespace === ATOM_NAMESPACE ? textOf(entry, 'id') : undefined].find((text) =>
      ADDRESS.test(text ?? ''),
    ) ?? ''
  );
}

/**
 * The entries of a feed that is no well-formed XML as a whole, each read by itself, so that one of them does not hide the others. Takes time that is
 * linear in the text.
 */
export function salvageEntries(text: string, repairs: Set<string>): ListedEntry[] {
  const [start, root] = /<((?:[\w-]+:)?(?:feed|rss|RDF))(?:\s[^>]*)?>/.exec(text.slice(0, 20_000)) ?? [];
  if (start === undefined) return [];
  const entries: ListedEntry[] = [];
  const begin = /<((?:[\w-]+:)?(?:entry|item))[\s>]/g;
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const mark = `</${match[1] ?? ''}>`;
    const end = text.indexOf(mark, match.index);
    if (end < 0) break;
    begin.lastIndex = end + mark.length;
    entries.push(
      ...readSegment(`${start}<channel>${text.slice(match.index, begin.lastIndex)}</channel></${root}>`, repairs),
    );
  }
  return entries;
}

function readSegment(text: string, repairs: Set<string>): ListedEntry[] {
  try {
    const root = readXml(text, repairs);
    const [channel] = root.children;
    return (channel?.children ?? []).map((entry) => readListed(entry, root.attributes.get('xml:base') ?? ''));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const [named = null] = ['identifier', 'title', 'id', 'guid'].flatMap((name) => {
      const [, value = ''] = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>\\s*([^<]{1,200})`).exec(text) ?? [];
      return value.trim() === '' ? [] : [value.trim()];
    });
    return [{ title: named, element: null, text: null, link: null, fault: error.message }];
  }
}
