/** What a text asks to be done. */
export type Command =
  /** `where` is empty where no place is named. */
  { kind: 'say'; what: string; where: string } | { kind: 'silence'; where: string; minutes: number };

const SAY = /^(?:say|сказать|скажи|объявить|объяви)\s+(.+)$/iu;
/** The last one divides: "say welcome to the show to harbour". */
const TO = /^(.+)\s(?:to|at|in|в|во|на)\s+(.+)$/iu;
const SILENCE = /^(?:silence|mute|тишина|тихо)\s+(.+?)(?:\s+(\d{1,4})\s*(\p{L}*))?$/iu;
/** `for`, `в` and the like before the place, and after it. */
const JOINTS = /^(?:at|in|в|во|на)\s+|\s+(?:for|на)$/giu;
const HOURS = /^(?:h|ч)/iu;

const DEFAULT_MINUTES = 30;
/** The longest of a schedule: a week. */
const MAX_MINUTES = 10_080;

/** @returns null where the text is only to be searched for */
export function commandOf(text: string): Command | null {
  const [, said] = SAY.exec(text.trim()) ?? [];
  if (said !== undefined) {
    const [, what = said, where = ''] = TO.exec(said) ?? [];
    return { kind: 'say', what: unquoted(what), where };
  }
  const [, place, amount, unit = ''] = SILENCE.exec(text.trim()) ?? [];
  if (place === undefined) return null;
  const minutes = amount === undefined ? DEFAULT_MINUTES : Number(amount) * (HOURS.test(unit) ? 60 : 1);
  if (minutes < 1 || minutes > MAX_MINUTES) return null;
  return { kind: 'silence', where: place.replaceAll(JOINTS, '').trim(), minutes };
}

const unquoted = (text: string): string => text.trim().replace(/^["“«](.*)["”»]$/u, '$1');
