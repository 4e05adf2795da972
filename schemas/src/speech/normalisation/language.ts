import type { NumberFormat, Value } from './numerals.ts';
import type { Token } from './tokens.ts';

/** What stands before a number, which decides its case: the words before it, the nearest first, in lower case. */
export type Context = { before: readonly string[] };

export type ClockTime = {
  hour: number;
  minute: number;
  /** The word behind the time, as the language lists it: `Uhr`, `pm`. Empty for an hour whose word follows behind another one. */
  suffix: string | null;
  /** A word that announces a time stood before it: `plkst.`. */
  announced: boolean;
};
export type CalendarDate = {
  day: number;
  /** 1 to 12. */
  month: number;
  year: number | null;
  /** The month as it was written, which in some languages tells the case; null for a date in figures. */
  written: string | null;
};
export type Unit = {
  /** The noun of the language: `minute`, `euro`. */
  key: string;
  /** The noun as it was written in full, which stays; null for a sign or an abbreviation. */
  written: string | null;
};

export type Roman = {
  value: number;
  /** A single letter, which is a numeral only where the words beside it say so. */
  isLetter: boolean;
  /** The two words before it, the nearest first, and the one behind it, as they are written. */
  before: readonly string[];
  after: string;
};

type ClockFormat = {
  /** Words behind a time that its spoken form replaces, in lower case. */
  suffixes: readonly string[];
  /** Suffixes with which an hour alone is a time: `9 Uhr`. */
  hourSuffixes: readonly string[];
  /** Words before a time which allow a point in it and an hour alone: `plkst. 9.05`. The spoken time contains them. */
  prefixes: readonly string[];
  /** Whether a letter h stands between hour and minute. */
  letter: boolean;
  /** The word between two times with a dash; the first word is `from`. */
  range: { from: string; to: string };
  /** How a time with a point and no word is told from a number, a room or a version: `at 9.30`, `17.05 to 19.30`. */
  point: {
    /** Words before a time, and before a time only, in lower case. */
    only: ReadonlySet<string>;
    /** Words before a time or a day. */
    before: ReadonlySet<string>;
    /** Words before something that is no time, in lower case. */
    never: RegExp;
  };
  /** How the hundreds of `0900 hrs` are spoken; without it, the hour as any other. */
  military?(time: ClockTime): string;
};

type DateFormat = {
  /** Names of months in the forms that stand beside a day, in lower case. */
  months: ReadonlyMap<string, number>;
  /** Words between a day and its month, or its month and the year. */
  fillers: readonly string[];
  /** Words behind the year of a date that its spoken form contains. */
  yearSuffixes: readonly string[];
  /** The order of figures in `22/11/2026`. */
  monthFirst: boolean;
  /** Whether the name of a month may stand before its day. */
  nameFirst: boolean;
  /** The words for a dash between two days: one before them, which may be missing, and one in its place. */
  range: { from: string; to: string };
  /** Whether `27.11.` with its second point is a day and a month. */
  short?: boolean;
};

/** Short names of days of the week, as they stand in opening hours, and how a range of them is spoken. */
export type Weekdays = {
  /** By the short name in lower case: the day behind `from`, and behind `to`. */
  names: ReadonlyMap<string, readonly [string, string]>;
  from: string;
  to: string;
};

/** What an abbreviation stands before: a number, a word with a capital letter, or anything; `last` may end a sentence in the text. */
export type Abbreviation = { spoken: string; before: 'number' | 'name' | 'any' | 'last' };

export type Reading = { spoken: string; end: number };
/** Reads what begins at a token; null where it is none of its kind. Looks at a bounded number of tokens. */
export type Rule = (tokens: readonly Token[], at: number) => Reading | null;

/** How one language writes and speaks what is no plain word. Functions never throw for values in range. */
export type Language = {
  numbers: NumberFormat;
  /** A number with nothing counted. */
  number(value: Value): string;
  phoneGroup(digits: string): string;
  plus: string;
  minus: string;

  clocks: ClockFormat;
  clock(time: ClockTime, context: Context): string;

  dates: DateFormat;
  date(date: CalendarDate, context: Context): string;
  /** The day of a date whose month follows later, as the first of a period. */
  day(date: CalendarDate, context: Context): string;

  /** Units by how they are written, in lower case. A noun stays as it is written. */
  units: ReadonlyMap<string, { key: string; isNoun: boolean }>;
  /** Units in which amounts have hundredths: the key of the noun of these. */
  hundredths: ReadonlyMap<string, string>;
  /** The word between euros and cents. */
  moneyLink: string;
  /** A number with what it counts. */
  amount(value: Value, unit: Unit, context: Context): string;
  /** A number in the gender and case of what it counts, without the noun. */
  counted(value: Value, unit: Unit, context: Context): string;
  /** Words between two numbers of a range, the first for a dash. */
  rangeLinks: readonly string[];
  /** The word before a range that changes its link, and that link: between 5 and 10. */
  between: { before: string; link: string };

  abbreviations: ReadonlyMap<string, Abbreviation>;
  /** Signs and abbreviations before a number: № is номер. */
  numberSigns: ReadonlyMap<string, string>;
  fractions: ReadonlyMap<string, string>;
  /** What only this language writes, tried before all others. */
  own: readonly Rule[];
  /** The same, tried where no other rule reads anything. */
  last?: readonly Rule[];
  weekdays?: Weekdays;
  /** What multiplies the number before it where a unit follows, in lower case: the `mio` of `2 Mio. €`. */
  scales?: ReadonlyMap<string, number>;
  /** An amount of so many and a half, 0 for a half alone: `½ h`, `2½ Stunden`. */
  half?(whole: number, unit: Unit, context: Context): string;
  /** The word for the x of `5 x 10 cm`. */
  times?: string;
  /** The word for the dash between two numbers that count nothing: `Seiten 10–12`. */
  plainRange?: string;
  /** Words before a number of 7 to 12 digits that is a phone number, in lower case. */
  phoneWords?: readonly string[];
  /** Phone numbers without a plus that only this country writes so. */
  localPhone?: RegExp;
  /** A Roman numeral, by the words beside it; null where it is none. */
  roman(numeral: Roman): string | null;
  /** Words that lose their vowel before a spoken un or une. */
  elisions?: ReadonlyMap<string, string>;
};
