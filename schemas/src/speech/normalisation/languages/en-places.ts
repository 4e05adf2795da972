import type { Rule } from '../language.ts';
import { beginsFree, endsFree, isKind, textAt, type Token } from '../tokens.ts';

/** What follows the name of a street, a station or a place. */
const BEHIND: Record<string, string> = {
  st: 'Street',
  str: 'Street',
  rd: 'Road',
  dr: 'Drive',
  ave: 'Avenue',
  av: 'Avenue',
  blvd: 'Boulevard',
  ln: 'Lane',
  sq: 'Square',
  pl: 'Place',
  ct: 'Court',
  cres: 'Crescent',
  cr: 'Crescent',
  ter: 'Terrace',
  terr: 'Terrace',
  gdns: 'Gardens',
  gr: 'Grove',
  hwy: 'Highway',
  pkwy: 'Parkway',
  pk: 'Park',
  br: 'Bridge',
  stn: 'Station',
  sta: 'Station',
  bldg: 'Building',
  hosp: 'Hospital',
  univ: 'University',
  jn: 'Junction',
  jct: 'Junction',
  jr: 'Junior',
  sr: 'Senior',
};
const BEFORE: Record<string, string> = { st: 'Saint', dr: 'Doctor', mt: 'Mount', ft: 'Fort' };
/** Words with a capital letter that follow the name of a street: `Baker St Station`. */
const OF_STREETS = new Set(
  'station bridge corner market school church entrance exit north south east west and junction car bus stop hospital library surgery centre center n s e w'.split(
    ' ',
  ),
);
/** Names of places of which `St.` is a part: Bury St. Edmunds. */
const WITH_SAINT = new Set(
  'mount bury port fort lake sault great little north south east west church chapel school hospital cathedral feast of'.split(
    ' ',
  ),
);
const CAPITAL = /^\p{Lu}/u;

/** `St Andrew Street`, `Baker St`, `Dr Smith`, `Martin Dr.`: an abbreviation by the names beside it. */
export const englishPlaces: Rule = (tokens, at) => {
  const written = textAt(tokens, at);
  const key = written.toLowerCase();
  if (
    !CAPITAL.test(written) ||
    !(key in BEHIND || key in BEFORE) ||
    !beginsFree(tokens, at) ||
    !endsFree(tokens, at + 1)
  )
    return null;
  const hasStop = textAt(tokens, at + 1) === '.';
  const end = hasStop ? at + 2 : at + 1;
  const named = BEFORE[key];
  if (named !== undefined && isBeforeName(tokens, at, end, hasStop)) return { spoken: named, end };
  const place = BEHIND[key];
  if (place === undefined || !isBehindName(tokens, at)) return null;
  // The stop of an abbreviation at the end also ends the sentence.
  const next = isKind(tokens, end, 'space') ? textAt(tokens, end + 1) : textAt(tokens, end);
  const isLast =
    hasStop &&
    (next === '' ||
      textAt(tokens, end).includes('\n') ||
      (CAPITAL.test(next) && !OF_STREETS.has(next.toLowerCase()) && !/^[js]r$/.test(key)));
  return { spoken: `${place}${isLast ? '.' : ''}`, end };
};

/** A name in capitals, or the number of a street as in `5th Ave`. */
function isBehindName(tokens: readonly Token[], at: number): boolean {
  if (!isKind(tokens, at - 1, 'space') || textAt(tokens, at - 1).includes('\n')) return false;
  const before = textAt(tokens, at - 2);
  const isName = CAPITAL.test(before) || /^(?:s|st|nd|rd|th)$/.test(before) || isKind(tokens, at - 2, 'digits');
  return isName && !(SENTENCE_WORDS.has(before.toLowerCase()) && beginsSentence(tokens, at - 2));
}
/** Verbs and prepositions that begin a sentence with a capital letter. */
const SENTENCE_WORDS = new Set(
  'the a take go to at on in from by near via for please visit turn leave cross follow pass between and or this next our your see use meet call ask mr mrs ms miss'.split(
    ' ',
  ),
);
const beginsSentence = (tokens: readonly Token[], at: number): boolean =>
  at === 0 || textAt(tokens, at - 1).includes('\n') || /^[.!?:;]$/.test(textAt(tokens, at - 2));

function isBeforeName(tokens: readonly Token[], at: number, end: number, hasStop: boolean): boolean {
  const next = textAt(tokens, end + 1);
  if (!isKind(tokens, end, 'space') || textAt(tokens, end).includes('\n') || !CAPITAL.test(next)) return false;
  if (!isBehindName(tokens, at)) return true;
  const before = textAt(tokens, at - 2).toLowerCase();
  if (WITH_SAINT.has(before)) return true;
  // `Baker St Station`, and `Baker St. Please wait`; a name as in `Great St Mary` has no stop between.
  return !hasStop && !OF_STREETS.has(next.toLowerCase()) && !isKind(tokens, at - 2, 'digits');
}
