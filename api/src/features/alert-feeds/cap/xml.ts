import { FEED_DOCUMENT_BYTES } from '@belfry/schemas/http/alert-feeds';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { DocumentError, NO_CHARACTERS } from './document-error.ts';

/** An element with its namespace resolved. `text` is that directly in it, entities replaced. */
export type XmlElement = {
  name: string;
  namespace: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
};

const DEPTH_MAX = 24;
const TAGS_MAX = 40_000;
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
/** The namespace of elements whose prefix is not declared. */
export const UNKNOWN_NAMESPACE = 'unknown:';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // They are replaced here, where only those of XML itself exist.
  processEntities: false,
  htmlEntities: false,
  ignoreDeclaration: true,
  cdataPropName: '#cdata',
  maxNestedTags: DEPTH_MAX,
});

/**
 * Reads the text of a document. Comments, processing instructions and a document type without declarations are left out; nothing that a document type
 * names is read. Throws DocumentError for what is no XML, for declarations of entities and the like, and for what is deeper or has more elements than
 * a document needs.
 * @param repairs gets what was repaired
 */
export function readXml(text: string, repairs: Set<string>): XmlElement {
  if (NO_CHARACTERS.test(text)) throw new DocumentError('It has characters that XML does not have');
  const markup = escapeEntities(withoutExtras(text), repairs);
  // An attribute without a value, a tag without its end, or two roots.
  const valid = XMLValidator.validate(markup, { allowBooleanAttributes: false });
  if (valid !== true) throw new DocumentError(`It is no well-formed XML: ${valid.err.msg}`);
  const [root, ...others] = (parse(markup) as RawNode[]).filter((node) => nameOf(node) !== '#text' || hasWords(node));
  if (!root || others.length > 0 || nameOf(root).startsWith('#'))
    throw new DocumentError('It has no single root element');
  return toElement(root, new Map([['xml', XML_NAMESPACE]]), 1);
}

/**
 * The text of a document: in the encoding of its byte order mark, of its media type, or that it names itself, else in UTF-8. Throws DocumentError for
 * an unknown encoding, and for a document that is too large.
 * @param charset of the media type
 */
export function decodeXml(bytes: Uint8Array, charset: string | null, repairs: Set<string>): string {
  if (bytes.length > FEED_DOCUMENT_BYTES) throw new DocumentError(`It has more than ${FEED_DOCUMENT_BYTES} bytes`);
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const wide = /^(?:\u00FF\u00FE|<\0)/.test(start)
    ? 'utf-16le'
    : /^(?:\u00FE\u00FF|\0<)/.test(start)
      ? 'utf-16be'
      : null;
  const named = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1];
  // Programs name UTF-16 in documents that they send in UTF-8.
  const stated = [charset, named].flatMap((name) => (name == null || /^utf-?16/i.test(name) ? [] : [name]));
  // Servers add a charset without a look at the document; what is valid UTF-8 and says so is that.
  if (stated.some((name) => /^utf-?8$/i.test(name))) stated.unshift('utf-8');
  const tried = wide === null ? [...stated, 'utf-8'] : [wide];
  for (const name of tried) {
    const text = decodeAs(bytes, name);
    if (text !== null) return text.trim();
  }
  repairs.add(`it is not encoded in ${(tried[0] ?? '').toUpperCase()}, and was read as Windows-1252`);
  return (decodeAs(bytes, 'windows-1252') ?? '').trim();
}

/** null where it has bytes that the encoding does not have. */
function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    // A mark of the byte order is left out.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError)
      throw new DocumentError(`It says that its encoding is ${encoding.toLowerCase()}`, { cause: error });
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    throw new DocumentError(`It is no well-formed XML, or has more than ${DEPTH_MAX} levels`);
  }
}

/** The text without comments, instructions and document type. Takes time that is linear in the text. Throws DocumentError for declarations. */
function withoutExtras(text: string): string {
  const kept: string[] = [];
  let tags = 0;
  let from = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', from)) {
    kept.push(text.slice(from, at));
    const extra = extraAt(text, at, tags === 0);
    if (extra === null) tags += 1;
    else if (extra.isKept) kept.push(text.slice(at, extra.end));
    from = extra?.end ?? at + 1;
    if (extra === null) kept.push('<');
    if (tags > TAGS_MAX) throw new DocumentError('It has too many elements');
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** What begins at an opening bracket and is no tag, and where it ends; null for a tag. @param isProlog whether no tag was before */
function extraAt(text: string, at: number, isProlog: boolean): { end: number; isKept: boolean } | null {
  const following = text.slice(at, at + 9);
  if (following.startsWith('<!--')) return { end: endOf(text, at + 4, '-->'), isKept: false };
  if (following === '<![CDATA[') return { end: endOf(text, at + 9, ']]>'), isKept: true };
  if (following.startsWith('<?')) return { end: endOf(text, at + 2, '?>'), isKept: false };
  if (/^<!doctype/i.test(following)) {
    if (!isProlog) throw new DocumentError('It has a document type within it');
    return { end: endOfDoctype(text, at), isKept: false };
  }
  if (following.startsWith('<!')) throw new DocumentError('It has declarations, such as those of entities');
  return null;
}

function endOf(text: string, from: number, mark: string): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw new DocumentError('It is no well-formed XML: a comment, section or instruction has no end');
  return at + mark.length;
}

/** `<!DOCTYPE alert SYSTEM "x.dtd">`, of which nothing is read; an internal part may have nothing in it. */
const DOCTYPE = /^<!doctype(?:[^"'[\]<>]|"[^"]*"|'[^']*')*(\[\s*\]\s*)?>/i;
function endOfDoctype(text: string, at: number): number {
  const doctype = DOCTYPE.exec(text.slice(at, at + 2_000));
  if (!doctype) throw new DocumentError('It has a document type with declarations, such as those of entities');
  return at + doctype[0].length;
}

type RawNode = Record<string, unknown>;
const ATTRIBUTES = ':@';
const nameOf = (node: RawNode): string => Object.keys(node).find((key) => key !== ATTRIBUTES) ?? '#text';
const textOf = ({ '#text': text }: RawNode): string => (typeof text === 'string' ? text : '');
const hasWords = (node: RawNode): boolean => textOf(node).trim() !== '';

function toElement(node: RawNode, outer: ReadonlyMap<string, string>, depth: number): XmlElement {
  if (depth > DEPTH_MAX) throw new DocumentError(`It has more than ${DEPTH_MAX} levels`);
  const written = nameOf(node);
  const { attributes, scope } = readAttributes((node[ATTRIBUTES] ?? {}) as Record<string, unknown>, outer);
  const children: XmlElement[] = [];
  const texts: string[] = [];
  for (const child of (node[written] ?? []) as RawNode[]) {
    const name = nameOf(child);
    if (name === '#text') texts.push(replaceEntities(textOf(child)));
    else if (name === '#cdata') texts.push((child['#cdata'] as RawNode[]).map((part) => textOf(part)).join(''));
    else children.push(toElement(child, scope, depth + 1));
  }
  const [prefix, local] = splitName(written);
  const namespace = scope.get(prefix) ?? (prefix === '' ? '' : UNKNOWN_NAMESPACE + prefix);
  return { name: local, namespace, attributes, children, text: texts.join('') };
}

function splitName(written: string): [prefix: string, local: string] {
  const [first = '', second, ...others] = written.split(':');
  if (second === undefined) return ['', first];
  if (first === '' || second === '' || others.length > 0) throw new DocumentError(`${written} is no name`);
  return [first, second];
}

function readAttributes(raw: Record<string, unknown>, outer: ReadonlyMap<string, string>) {
  const attributes = new Map<string, string>();
  const scope = new Map(outer);
  for (const [name, value] of Object.entries(raw)) {
    const text = replaceEntities(String(value));
    if (name === 'xmlns') scope.set('', text);
    else if (name.startsWith('xmlns:')) scope.set(name.slice(6), text);
    else attributes.set(name, text);
  }
  return { attributes, scope };
}

const OF_XML: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Those of HTML for the characters from 160 on, in their order: https://www.w3.org/TR/html401/sgml/entities.html */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc ' +
  'euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const OF_HTML = new Map<string, number>([
  ...LATIN.split(' ').map((name, at) => [name, 160 + at] as const),
  ['ensp', 0x2002],
  ['emsp', 0x2003],
  ['thinsp', 0x2009],
  ['ndash', 0x2013],
  ['mdash', 0x2014],
  ['lsquo', 0x2018],
  ['rsquo', 0x2019],
  ['sbquo', 0x201a],
  ['ldquo', 0x201c],
  ['rdquo', 0x201d],
  ['bdquo', 0x201e],
  ['bull', 0x2022],
  ['hellip', 0x2026],
  ['euro', 0x20ac],
  ['trade', 0x2122],
]);

/**
 * Markup in which each ampersand begins an entity of XML: those of HTML become their characters, and an ampersand that begins none stands for itself.
 * Sections of CDATA stay as they are.
 */
function escapeEntities(markup: string, repairs: Set<string>): string {
  if (!markup.includes('&')) return markup;
  return markup.replaceAll(
    /<!\[CDATA\[[^\]]*(?:\](?!\]>)[^\]]*)*\]\]>|&(?:(#x?[\da-f]{1,8}|[a-z][a-z\d]{0,31});)?/gi,
    (match, entity?: string) => {
      if (match.startsWith('<')) return match;
      if (entity !== undefined && (entity.startsWith('#') || Object.hasOwn(OF_XML, entity))) return match;
      const code = OF_HTML.get(entity ?? '');
      repairs.add(
        code === undefined
          ? 'an & that begins no entity of XML was left as it is'
          : `&${entity}; is no entity of XML, and was replaced`,
      );
      return code === undefined ? `&amp;${match.slice(1)}` : `&#${code};`;
    },
  );
}

/** @param entity what follows the ampersand, with its semicolon. Throws DocumentError for a number that is no character of XML. */
function replaceEntity(entity: string): string {
  const named = OF_XML[entity.slice(0, -1)];
  if (named !== undefined && Object.hasOwn(OF_XML, entity.slice(0, -1))) return named;
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(entity) ?? [];
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff;
  if (!(code > 0 && code <= 0x10_ff_ff) || isSurrogate || NO_CHARACTERS.test(String.fromCodePoint(code)))
    throw new DocumentError(`It has the entity &${entity}`);
  return String.fromCodePoint(code);
}

const replaceEntities = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&([^;\s&<]{0,12};?)/g, (_all, entity: string) => replaceEntity(entity)) : text;
