import { clockTimes } from './clock-times.ts';
import { calendarDates } from './dates.ts';
import { halves } from './halves.ts';
import { isKeptIn, keptSpans, type KeptSpan } from './kept-words.ts';
import type { Language, Reading, Rule } from './language.ts';
import { german } from './languages/de.ts';
import { english, englishOfAmerica } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { french } from './languages/fr.ts';
import { latvian } from './languages/lv.ts';
import { russian } from './languages/ru.ts';
import { abbreviations, fractions, numberSigns } from './marks.ts';
import { respell } from './other-languages.ts';
import { phones } from './phones.ts';
import { plainText } from './plain-text.ts';
import { quantities } from './quantities.ts';
import { romanNumerals } from './roman-numerals.ts';
import { isKind, textAt, tokensOf, type Token } from './tokens.ts';
import { weekdays } from './weekdays.ts';

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['de', german],
  ['en', english],
  ['en-us', englishOfAmerica],
  ['es', spanish],
  ['fr', french],
  ['lv', latvian],
  ['ru', russian],
]);

const TOKENS_PER_STEP = 40;

/** What is longer is no markup. */
const MARKUP_MAX = 100;

/** What is written out may complete what stands before it: `1 pl.` is one place. Nothing that is written needs more. */
const PASSES_MAX = 5;

/** How much longer a spoken text may be than the written one: what would make it longer stays as it is written. */
const GROWTH = { times: 4, characters: 1_000 };

/** In this order: what is told by more of its signs comes first. */
function rulesOf(language: Language): Rules {
  const { own, last = [], dates, clocks } = language;
  const [date, time, amount] = [calendarDates(language), clockTimes(language), quantities(language)];
  const figures = [halves(language), fractions(language), amount];
  const signs = numberSigns(language);
  return {
    digits: [...own, phones(language), date, time, ...figures, ...last],
    word: [
      ...own,
      weekdays(language),
      ...(dates.nameFirst ? [date] : []),
      ...(clocks.prefixes.length > 0 ? [time] : []),
      amount,
      signs,
      abbreviations(language),
      romanNumerals(language),
      ...last,
    ],
    sign: [...own, phones(language), ...figures, signs, ...last],
    space: [],
  };
}
type Rules = Record<Token['kind'], readonly Rule[]>;
const compiled = new Map<Language, Rules>();

/**
 * Writes out in words what a speech engine would misread: clock times, dates, money, units, phone numbers, №, percent and common
 * abbreviations, with the numerals in the case and gender of their language. What is not known stays as it is, as do variables in
 * braces and markup. A text that is written out already stays, too.
 * The result has at most four times as many characters as the text, and 1,000 more: what is behind that stays as it is written.
 * @param language BCP 47; a text in a language without rules is returned unchanged
 * @param kept words and phrases of the text that somebody has named a pronunciation for, in any case: what would replace them stays
 */
export function normalise(text: string, language: string, kept: readonly string[] = []): string {
  const steps = normaliseInSteps(text, language, kept);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** As `normalise`, in steps of less than a millisecond: 5,000 hostile characters take up to 200 ms at the first text of a language. */
export function* normaliseInSteps(text: string, language: string, kept: readonly string[] = []): Steps {
  const code = language.toLowerCase();
  const grammar = LANGUAGES.get(code) ?? LANGUAGES.get(code.split('-')[0] ?? '');
  if (!grammar) return respell(plainText(text, kept), code);
  const max = text.length * GROWTH.times + GROWTH.characters;
  let spoken = text;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const before = spoken;
    spoken = yield* speakTokens(grammar, tokensOf(plainText(before, kept)), { kept, max });
    if (spoken === before) break;
  }
  return spoken;
}

type Steps = Generator<undefined, string>;
type Bounds = { kept: readonly string[]; max: number };

/** Writes out the tokens of a text once. Looks at each token a bounded number of times, whatever stands beside it. */
export function* speakTokens(language: Language, tokens: readonly Token[], { kept, max }: Bounds): Steps {
  const rules = compiled.get(language) ?? rulesOf(language);
  compiled.set(language, rules);
  const spans = kept.length === 0 ? [] : keptSpans(tokens, kept);
  const spoken: string[] = [];
  let length = tokens.reduce((sum, { text }) => sum + text.length, 0);
  for (let at = 0, looks = 1; at < tokens.length; looks += 1) {
    if (looks % TOKENS_PER_STEP === 0) yield;
    const candidate = markupAt(tokens, at) ?? firstReading(rules, tokens, at, spans);
    const growth = candidate ? candidate.spoken.length - lengthOf(tokens, at, candidate.end) : 0;
    const reading = length + growth <= max ? candidate : null;
    if (reading) elide(language, spoken, reading.spoken);
    if (reading) length += growth;
    spoken.push(reading?.spoken ?? textAt(tokens, at));
    at = reading?.end ?? at + 1;
    // A stop of an abbreviation is also that of the sentence.
    if (reading?.spoken.endsWith('.') && textAt(tokens, at) === '.') at += 1;
  }
  return spoken.join('');
}

function lengthOf(tokens: readonly Token[], at: number, end: number): number {
  let length = 0;
  for (let index = at; index < end; index += 1) length += textAt(tokens, index).length;
  return length;
}

/** Shortens the word before what is spoken, as the de of `retard d’une minute`. */
function elide({ elisions }: Language, before: string[], spoken: string): void {
  const short = elisions?.get(before.at(-2) ?? '');
  if (short !== undefined && before.at(-1) === ' ' && /^une?\s/.test(spoken)) before.splice(-2, 2, short);
}

function firstReading(rules: Rules, tokens: readonly Token[], at: number, spans: readonly KeptSpan[]): Reading | null {
  const kind = tokens[at]?.kind ?? 'space';
  for (const rule of rules[kind]) {
    const reading = rule(tokens, at);
    if (reading && isKeptIn(reading, at, spans)) return reading;
  }
  return null;
}

const CLOSING: Record<string, string> = { '<': '>', '{': '}' };

function markupAt(tokens: readonly Token[], at: number): Reading | null {
  if (!isKind(tokens, at, 'sign')) return null;
  const closing = CLOSING[textAt(tokens, at)];
  if (closing === undefined || !(isKind(tokens, at + 1, 'word') || textAt(tokens, at + 1) === '/')) return null;
  const inside = tokens.slice(at, at + MARKUP_MAX).findIndex(({ text }) => text === closing);
  if (inside < 0) return null;
  const end = at + inside + 1;
  return {
    spoken: tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join(''),
    end,
  };
}
