import { DocumentError, NO_CHARACTERS } from './document-error.ts';

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
export function escapeEntities(markup: string, repairs: Set<string>): string {
  if (!markup.includes('&')) return markup;
  return markup.replaceAll(
    /<!\[CDATA\[[^\]]*(?:\](?!\]>)[^\]]*)*\]\]>|&(?:(#x?[\da-f]{1,8}|[a-z][a-z\d]{0,31});)?/gi,
    (found, entity?: string) => {
      if (found.startsWith('<')) return found;
      if (entity !== undefined && (entity.startsWith('#') || Object.hasOwn(OF_XML, entity))) return found;
      const code = OF_HTML.get(entity ?? '');
      repairs.add(
        code === undefined
          ? 'an & that begins no entity of XML was left as it is'
          : `&${entity}; is no entity of XML, and was replaced`,
      );
      return code === undefined ? `&amp;${found.slice(1)}` : `&#${code};`;
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

export const replaceEntities = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&([^;\s&<]{0,12};?)/g, (_all, entity: string) => replaceEntity(entity)) : text;
