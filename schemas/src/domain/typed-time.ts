/** A time that somebody has written, found in a text. `end` is the index after it; `half` is what it says of the half of the day. */
export type FoundTime = { seconds: number; end: number; half: Half | null; isLoose: boolean };
/** `night` is before and after midnight. */
type Half = 'am' | 'pm' | 'night';

/**
 * A text of the same length whose digits of any script, full-width letters, dashes and blanks are those of ASCII: what is found in it is at the same
 * index. Marks of direction are gone before, see `withoutMarks`.
 */
export const plain = (text: string): string => text.replaceAll(/[^\0-\u007F]/gu, plainOf);

/** Without invisible marks of direction and width, which a copied time may contain. */
export const withoutMarks = (text: string): string =>
  text.replaceAll(/[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g, '');

const DASHES = /[\u2010-\u2015\u2212\u223C\u301C\uFF5E~\u2192]/;

function plainOf(char: string): string {
  const ascii = char.normalize('NFKC');
  if (DASHES.test(char)) return '-';
  if (char === '\u2236' || char === '\uA789') return ':';
  if (/\s/.test(ascii)) return ' '.repeat(char.length);
  if (/\p{Nd}/u.test(ascii) && ascii.length === char.length) return digitOf(ascii);
  return ascii.length === char.length ? ascii : char;
}

/** Unicode has the digits of each script in a row, and no two rows touch. */
function digitOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return char;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value).padStart(char.length);
}

const END = String.raw`(?![\p{L}\p{M}\d])`;
const sticky = (source: string): RegExp => new RegExp(source, 'iuy');

const HALF_BEFORE: readonly [Half, RegExp][] = [
  ['am', sticky(String.raw`(?:上午|早上|早晨|清晨|凌晨|午前|오전|öö|de\.)\s*(?=\d)`)],
  ['night', sticky(String.raw`(?:晚上|夜里|夜裡|深夜)\s*(?=\d)`)],
  ['pm', sticky(String.raw`(?:下午|中午|傍晚|午後|오후|ös|du\.)\s*(?=\d)`)],
];
const HALF_AFTER: readonly [Half, RegExp][] = [
  [
    'am',
    sticky(
      String.raw`\s*(?:a\.?\s?m(?:\.|${END})|π\.?\s?μ\.?${END}|ص${END}|ق\.?ظ\.?|पूर्वाह्न|öö${END}|пр\.?\s?об\.?|上午|午前|오전|утра${END}|morgens${END}|vormittags${END}|früh${END}|in the morning${END}|du matin${END}|de la mañana${END}|da manhã${END}|del mattino${END}|rano${END})`,
    ),
  ],
  ['night', sticky(String.raw`\s*(?:nachts${END}|at night${END}|ночи${END})`)],
  [
    'pm',
    sticky(
      String.raw`\s*(?:p\.?\s?m(?:\.|${END})|μ\.?\s?μ\.?${END}|م${END}|ب\.?ظ\.?|अपराह्न|ös${END}|сл\.?\s?об\.?|下午|午後|오후|дня${END}|вечера${END}|nachmittags${END}|mittags${END}|abends${END}|in the afternoon${END}|in the evening${END}|de l['’]après-midi${END}|du soir${END}|de la tarde${END}|de la noche${END}|da tarde${END}|da noite${END}|del pomeriggio${END}|di sera${END})`,
    ),
  ],
];
const LETTER_AFTER = sticky(`([ap])${END}`);

const HOUR_UNIT = String.raw`(?:h(?:rs?|s|ours?|eures?)?|uhr|uur|ч(?:ас(?:ов|а)?)?|godz|hod|óra|時|时|点|點|時間|시|giờ)`;
const MINUTE_UNIT = String.raw`(?:\s?(?:m(?:in(?:utes|uten|uti|ut)?)?|мин(?:ут)?|phút|分|분)\.?${END})?`;
const NOT_LONGER = String.raw`(?!\d|[:.]\d)`;
const FORMS = {
  /** `8h30`, `10 h 20`, `8 Uhr 30`, `8u30`, `8時30分` */
  units: sticky(String.raw`(\d{1,2})(?:\s?${HOUR_UNIT}\.?\s?|u)(\d{2})${NOT_LONGER}${MINUTE_UNIT}`),
  /** `8点半` */
  half: sticky(String.raw`(\d{1,2})(?:时|時|点|點|시)\s?(?:半|반)`),
  /** `8:30`, `8.30`, `8,30`, `8·30` and with seconds */
  separated: sticky(String.raw`(\d{1,2})([:.,·])(\d{2})(?:\2(\d{2}))?${NOT_LONGER}(?!\2\d)`),
  /** `12h`, `8 Uhr`, `8 o'clock` */
  hour: sticky(String.raw`(\d{1,2})\s?(?:${HOUR_UNIT}|o['’]clock)\.?${END}`),
  bare: sticky(String.raw`(\d{1,2})${NOT_LONGER}`),
  /** `0830`, `830` and `8 30`, which may be other numbers */
  loose: sticky(String.raw`(\d{1,2}) ?(\d{2})${NOT_LONGER}`),
};
const UNIT_AFTER = sticky(String.raw`\s?(?:${HOUR_UNIT}|o['’]clock)\.?${END}`);
const WORD = sticky(String.raw`(?:12(?:[:.]00)?\s?(?:h|uhr)?\s*)?(?:(noon|midday|正午)|(midnight))${END}`);

const HOUR_S = 3_600;
const NOON_S = 12 * HOUR_S;

/**
 * The time that begins at an index of a `plain` text: on a clock of 12 or 24 hours in the spellings of many languages, and noon and midnight in English.
 * null where none begins, or none that exists. One `isLoose` is digits alone.
 */
export function timeAt(text: string, index: number): FoundTime | null {
  const word = match(WORD, text, index);
  if (word)
    return { seconds: word[2] === undefined ? NOON_S : 0, end: index + word[0].length, half: 'pm', isLoose: false };
  const before = halfAt(HALF_BEFORE, text, index);
  const begin = before?.end ?? index;
  const clock = clockAt(text, begin);
  if (!clock) return null;
  const unit = match(UNIT_AFTER, text, clock.end);
  const clockEnd = clock.end + (unit?.[0].length ?? 0);
  const after = halfAt(HALF_AFTER, text, clockEnd) ?? letterAt(text, clock.end);
  const half = before?.half ?? after?.half ?? null;
  if (clock.isBare && half === null) return null;
  const hour = hourOf(clock.hour, half);
  if (hour === null || clock.minute > 59 || clock.second > 59) return null;
  return {
    seconds: hour * HOUR_S + clock.minute * 60 + clock.second,
    end: after?.end ?? clockEnd,
    half,
    isLoose: clock.isLoose && half === null && !unit,
  };
}

function match(form: RegExp, text: string, index: number): RegExpExecArray | null {
  form.lastIndex = index;
  return form.exec(text);
}

function halfAt(forms: readonly [Half, RegExp][], text: string, index: number): { half: Half; end: number } | null {
  for (const [half, form] of forms) {
    const result = match(form, text, index);
    if (result) return { half, end: index + result[0].length };
  }
  return null;
}

/** `8:30a`, `9p` */
function letterAt(text: string, index: number): { half: Half; end: number } | null {
  const result = match(LETTER_AFTER, text, index);
  return result ? { half: /a/i.test(result[0]) ? 'am' : 'pm', end: index + 1 } : null;
}

type Clock = { hour: number; minute: number; second: number; end: number; isBare: boolean; isLoose: boolean };

function clockAt(text: string, index: number): Clock | null {
  const clock = (result: RegExpExecArray, [hour, minute = '0', second = '0']: (string | undefined)[]): Clock => ({
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    end: index + result[0].length,
    isBare: false,
    isLoose: false,
  });
  const units = match(FORMS.units, text, index);
  if (units) return clock(units, [units[1], units[2]]);
  const half = match(FORMS.half, text, index);
  if (half) return clock(half, [half[1], '30']);
  const separated = match(FORMS.separated, text, index);
  if (separated) return clock(separated, [separated[1], separated[3], separated[4]]);
  const hour = match(FORMS.hour, text, index);
  if (hour) return clock(hour, [hour[1]]);
  const loose = match(FORMS.loose, text, index);
  if (loose) return { ...clock(loose, [loose[1], loose[2]]), isLoose: true };
  const bare = match(FORMS.bare, text, index);
  return bare && { ...clock(bare, [bare[1]]), isBare: true };
}

/** null for an hour that no clock shows. `14:45 PM` is 14:45, as many write it. */
function hourOf(hour: number, half: Half | null): number | null {
  if (hour > 23) return null;
  switch (half) {
    case null:
      return hour;
    case 'am':
      return hour > 12 ? null : hour % 12;
    case 'pm':
      return hour === 0 ? 12 : hour < 12 ? hour + 12 : hour;
    case 'night':
      return hour === 12 ? 0 : hour >= 6 && hour < 12 ? hour + 12 : hour;
  }
}

/** `HH:MM`, with seconds only where there are some. */
export function timeText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const text = `${two(Math.floor(seconds / HOUR_S))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? text : `${text}:${two(seconds % 60)}`;
}

const BEFORE = /^(?:kl\.?|um|at|à|om|ore|a las|о|в|@|ab|von|from|de(?!\.)|с)?\s*/iu;
/** What a spreadsheet puts before a time: the day with which its calendar begins, or today. */
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[T,\s]\s*(?=\d)/;
/** A time as a spreadsheet stores it: a part of a day. */
const PART_OF_DAY = /^0?[.,](\d{3,})$/;
/** Only where nothing else stands beside it: Swedish and Vietnamese halves of the day are words of other languages. */
const ALONE: readonly [Half, RegExp][] = [
  ['am', /\s*(?:fm|sa)\.?$/iu],
  ['pm', /\s*(?:em|ch)\.?$/iu],
];

/** A typed or copied time as `HH:MM` or `HH:MM:SS`; null for another text, and for a time that no clock shows, such as 24:00. */
export function readTime(typed: string): string | null {
  const text = plain(withoutMarks(typed)).trim().replace(DATE, '').replace(BEFORE, '').trim();
  const part = PART_OF_DAY.exec(text)?.[1];
  if (part !== undefined) return timeText((Math.round(Number(`0.${part}`) * 1_440) % 1_440) * 60);
  const time = timeAt(text, 0);
  if (time && /^[\s.]*$/.test(text.slice(time.end))) return timeText(time.seconds);
  for (const [half, form] of ALONE) {
    const rest = text.replace(form, '');
    if (rest !== text) return readTime(`${rest} ${half}`);
  }
  return null;
}
