import { FEED_DOCUMENT_BYTES } from '@belfry/schemas/http/triggers/alert-feeds';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A document is not what it has to be; the message says why, in English. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** An element with its namespace resolved. `text` is that directly in it, entities replaced. */
export type XmlElement = {
  name: string;
  namespace: string;
  /** By their names as they are written, those of namespaces left out. */
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
};

const DEPTH_MAX = 24;
/** Elements with their ends, comments and the like. */
const TAGS_MAX = 40_000;
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

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
 * Reads a document of XML in UTF-8 without document type, entities of its own and processing instructions. Throws DocumentError for anything else,
 * and for what is larger, deeper or has more elements than a document needs.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > FEED_DOCUMENT_BYTES) throw new DocumentError(`It has more than ${FEED_DOCUMENT_BYTES} bytes`);
  const text = decode(bytes);
  refuseDangerous(text);
  // An attribute without a value, a tag without its end, or two roots.
  const valid = XMLValidator.validate(text, { allowBooleanAttributes: false });
  if (valid !== true) throw new DocumentError(`It is no well-formed XML: ${valid.err.msg}`);
  const [root, ...others] = (parse(text) as RawNode[]).filter((node) => nameOf(node) !== '#text' || hasWords(node));
  if (!root || others.length > 0 || nameOf(root).startsWith('#'))
    throw new DocumentError('It has no single root element');
  return toElement(root, new Map([['xml', XML_NAMESPACE]]), 1);
}

function decode(bytes: Uint8Array): string {
  try {
    // A mark of the byte order is left out.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentError('It is not encoded in UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    throw new DocumentError(`It is no well-formed XML, or has more than ${DEPTH_MAX} levels`);
  }
}

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.[01]\1(?:\s+encoding\s*=\s*(["'])([\w.-]+)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\4)?\s*\?>/;
const ENCODINGS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** What is no character of XML. */
// oxlint-disable-next-line no-control-regex
const NO_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Checks everything in which XML is more than elements, attributes and text. Takes time that is linear in the text. */
function refuseDangerous(text: string): void {
  if (NO_CHARACTERS.test(text)) throw new DocumentError('It has characters that XML does not have');
  const declaration = DECLARATION.exec(text);
  const encoding = declaration?.[3]?.toLowerCase();
  if (encoding !== undefined && !ENCODINGS.has(encoding))
    throw new DocumentError(`It says that its encoding is ${encoding}`);
  const markup = withoutSections(text.slice(declaration?.[0].length ?? 0));
  if (/<!doctype/i.test(markup)) throw new DocumentError('It has a document type');
  if (markup.includes('<!')) throw new DocumentError('It has declarations, such as those of entities');
  if (markup.includes('<?')) throw new DocumentError('It has processing instructions');
  for (const [, entity = ''] of markup.matchAll(/&([^;\s&<]{0,12};?)/g)) replaceEntity(entity);
  let tags = 0;
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at + 1)) tags += 1;
  if (tags > TAGS_MAX) throw new DocumentError('It has too many elements');
}

/** The text without comments and sections of CDATA, in which nothing is markup. */
function withoutSections(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const comment = text.indexOf('<!--', from);
    const cdata = text.indexOf('<![CDATA[', from);
    const isComment = comment >= 0 && (cdata < 0 || comment < cdata);
    const start = isComment ? comment : cdata;
    if (start < 0) break;
    const end = text.indexOf(isComment ? '-->' : ']]>', start + (isComment ? 4 : 9));
    if (end < 0) throw new DocumentError('It is no well-formed XML: a comment or section has no end');
    kept.push(text.slice(from, start));
    from = end + 3;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** @param entity what follows the ampersand, with its semicolon. Throws DocumentError for one that XML itself does not have. */
function replaceEntity(entity: string): string {
  const named = ENTITIES[entity.slice(0, -1)];
  if (entity.endsWith(';') && named !== undefined && Object.hasOwn(ENTITIES, entity.slice(0, -1))) return named;
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(entity) ?? [];
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff;
  if (!(code > 0 && code <= 0x10_ff_ff) || isSurrogate || NO_CHARACTERS.test(String.fromCodePoint(code)))
    throw new DocumentError(`It has the entity &${entity}`);
  return String.fromCodePoint(code);
}

const replaceEntities = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&([^;\s&<]{0,12};?)/g, (_all, entity: string) => replaceEntity(entity)) : text;

/** As the parser has it: one name with the children, or the text, and the attributes beside it. */
type RawNode = Record<string, unknown>;
const ATTRIBUTES = ':@';
const nameOf = (node: RawNode): string => Object.keys(node).find((key) => key !== ATTRIBUTES) ?? '#text';
/** The text of a node that is one. */
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
  const namespace = scope.get(prefix);
  if (namespace === undefined && prefix !== '') throw new DocumentError(`The prefix ${prefix} stands for no namespace`);
  return { name: local, namespace: namespace ?? '', attributes, children, text: texts.join('') };
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
