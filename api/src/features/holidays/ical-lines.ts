/** A line of iCalendar. Names of properties and parameters are in capitals; `line` is its first line in the file, from 1. */
export type Property = { name: string; params: ReadonlyMap<string, string>; value: string; line: number };

/** A component that is not closed ends where the next one begins. */
export type Component = { name: string; line: number; closed: boolean; properties: Property[]; inner: Component[] };

/** What does not stand within another one, except in a VCALENDAR: where one begins, those before it have ended. */
const OUTER = new Set(['VCALENDAR', 'VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']);
/** Their value begins with a date: a parameter before it may contain a colon without quotes, as Outlook writes its zones. */
const DATED = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)\s*(?=[;:])/i;
const BEFORE_DATE = /:(?=\s*\d{4}-?\d{2}-?\d{2})/;

/** The components of a file below one that stands for the file, in one pass and with names of any case; see RFC 5545, 3.1. */
export function parseComponents(text: string): Component {
  const root = component('', 1);
  const open = [root];
  for (const { content, line } of unfold(text)) {
    const property = parseProperty(content, line);
    if (!property) continue;
    const name = property.value.toUpperCase();
    if (property.name === 'BEGIN') {
      if (OUTER.has(name)) while (!mayContain(open.at(-1), name)) open.pop();
      const begun = component(name, line);
      open.at(-1)?.inner.push(begun);
      open.push(begun);
    } else if (property.name === 'END') close(open, name);
    else open.at(-1)?.properties.push(property);
  }
  return root;
}

const component = (name: string, line: number): Component => ({
  name,
  line,
  closed: false,
  properties: [],
  inner: [],
});

const mayContain = (outer: Component | undefined, name: string): boolean =>
  !outer || outer.name === '' || (outer.name === 'VCALENDAR' && name !== 'VCALENDAR');

function close(open: Component[], name: string): void {
  const at = open.findLastIndex((one) => one.name === name);
  if (at < 1) return;
  const [closed] = open.splice(at);
  if (closed) closed.closed = true;
}

export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name);

export const propertiesOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name);

type Line = { content: string; line: number };

/** Lines with what is folded below them. A file that is indented as a whole has lines of its own where others are folded. */
function unfold(text: string): Line[] {
  const lines: Line[] = [];
  let indent = '';
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const isBegin = /^\s*BEGIN\s*:/i.test(raw);
    if (isBegin) indent = /^\s*/.exec(raw)?.[0] ?? '';
    const content = indent !== '' && raw.startsWith(indent) ? raw.slice(indent.length) : raw;
    const last = lines.at(-1);
    if (content.trim() === '') continue;
    const isFolded = last && /^[ \t]/.test(content) && !/^\s*(?:BEGIN|END)\s*:\s*V[A-Z]+\s*$/i.test(content);
    if (isFolded) last.content += content.slice(1);
    // RFC 2045: what a mail program or an old telephone has encoded goes on after `=`.
    else if (last?.content.endsWith('=') && /;\s*ENCODING=QUOTED-PRINTABLE/i.test(last.content))
      last.content = last.content.slice(0, -1) + content;
    else lines.push({ content, line: at + 1 });
  }
  return lines;
}

function parseProperty(content: string, line: number): Property | null {
  const at = valueBegin(content);
  if (at < 0) return null;
  const [name = '', ...params] = splitOutsideQuotes(content.slice(0, at), ';');
  return {
    name: name.trim().toUpperCase(),
    params: new Map(params.map(parseParameter)),
    value: content.slice(at + 1).trim(),
    line,
  };
}

function parseParameter(param: string): [string, string] {
  const at = param.indexOf('=');
  if (at < 0) return [param.trim().toUpperCase(), ''];
  const value = param.slice(at + 1).trim();
  return [param.slice(0, at).trim().toUpperCase(), value.replaceAll(/^"|"$/g, '').trim()];
}

/** The index of the colon before the value; -1 in a line that is none. */
function valueBegin(content: string): number {
  if (DATED.test(content)) {
    const dated = BEFORE_DATE.exec(content);
    if (dated) return dated.index;
  }
  let quoted = false;
  for (let at = 0; at < content.length; at += 1) {
    if (content[at] === '"') quoted = !quoted;
    else if (content[at] === ':' && !quoted) return at;
  }
  return content.indexOf(':');
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [begin, quoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    if (text[at] !== separator || quoted) continue;
    parts.push(text.slice(begin, at));
    begin = at + 1;
  }
  return [...parts, text.slice(begin)];
}

/** A text in one line: escaped characters, and those of a mail, are what they stand for. */
export function textOf({ value, params }: Property): string {
  const isQuoted = params.get('ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE';
  const plain = isQuoted ? fromQuotedPrintable(value) : value;
  return plain
    .replaceAll(/\\([nN,;:\\"])/g, (_all, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCodePoint(parseInt(hex, 16)));
  return /[^\0-\xFF]/.test(bytes) ? bytes : new TextDecoder().decode(Buffer.from(bytes, 'latin1'));
}
