/** What a text asks to be done. */
export type Command =
  /** `where` is empty where no place is named. */
  { kind: 'say'; what: string; where: string } | { kind: 'silence'; where: string; minutes: number };

/** Verb and preposition of each language. The last preposition divides: "say welcome to the show to harbour". */
const SAYINGS: readonly [say: RegExp, to: RegExp][] = [
  [/^say\s+(.+)$/iu, /^(.+)\s(?:to|at|in)\s+(.+)$/iu],
  [/^(?:сказать|скажи|объявить|объяви)\s+(.+)$/iu, /^(.+)\s(?:в|во|на)\s+(.+)$/iu],
  [/^(?:durchsagen?|ansagen?|sage?)\s+(.+)$/iu, /^(.+)\s(?:in|im|an|am|auf|bei|für)\s+(.+)$/iu],
];
const SILENCE = /^(?:silence|mute|тишина|тихо|stille|ruhe|stumm)\s+(.+?)(?:\s+(\d{1,4})\s*(\p{L}*))?$/iu;
/** `for`, `в` and the like before the place, and after it. */
const JOINTS = /^(?:at|in|в|во|на|im|am|auf|bei)\s+|\s+(?:for|на|für)$/giu;
const HOURS = /^(?:h|ч|st)/iu;

const DEFAULT_MINUTES = 30;
/** The longest of a schedule: a week. */
const MAX_MINUTES = 10_080;

/** @returns null where the text is only to be searched for */
export function commandOf(text: string): Command | null {
  for (const [say, to] of SAYINGS) {
    const [, said] = say.exec(text.trim()) ?? [];
    if (said === undefined) continue;
    const [, what = said, where = ''] = to.exec(said) ?? [];
    return { kind: 'say', what: unquoted(what), where };
  }
  const [, place, amount, unit = ''] = SILENCE.exec(text.trim()) ?? [];
  if (place === undefined) return null;
  const minutes = amount === undefined ? DEFAULT_MINUTES : Number(amount) * (HOURS.test(unit) ? 60 : 1);
  if (minutes < 1 || minutes > MAX_MINUTES) return null;
  return { kind: 'silence', where: place.replaceAll(JOINTS, '').trim(), minutes };
}

const unquoted = (text: string): string => text.trim().replace(/^["“«„](.*)["”»“]$/u, '$1');
