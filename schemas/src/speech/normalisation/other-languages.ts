import { romanValue } from './languages/roman.ts';
import {
  afterDash,
  afterSpace,
  beginsFree,
  endsFree,
  isDigits,
  isKind,
  textAt,
  tokensOf,
  type Token,
} from './tokens.ts';
import { pointAt } from './pointed-times.ts';

/**
 * Languages without rules of their own. Their voices read figures themselves; here only what they misread is spelled so that they read it:
 * `9.30` as 9:30, `Poort IV` as Poort 4, and the abbreviation before a time as its word.
 */
export function respell(text: string, language: string): string {
  const [code = ''] = language.toLowerCase().split('-');
  const tokens = tokensOf(text);
  const hasComma = usesComma(code);
  const spoken: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const reading = timeAt(tokens, at, { code, hasComma }) ?? wordAt(tokens, at, code) ?? numeralAt(tokens, at);
    spoken.push(reading?.spoken ?? textAt(tokens, at));
    at = reading?.end ?? at + 1;
  }
  return spoken.join('');
}

type Reading = { spoken: string; end: number };
type Written = { code: string; hasComma: boolean };

const commas = new Map<string, boolean>();
/** Whether numbers have a decimal comma, so that `9.30` is none. */
function usesComma(code: string): boolean {
  const memo = commas.get(code);
  if (memo !== undefined) return memo;
  let hasComma = false;
  try {
    // Mandarin and Cantonese are not known by all their codes, and have a point.
    hasComma = new Intl.NumberFormat(code).format(1.5).includes(',');
  } catch {
    // No tag of a language.
  }
  commas.set(code, hasComma);
  return hasComma;
}

const THAI_HOUR = 'น';
/** Words before a time, and before what is none, in languages with a decimal comma. */
const BEFORE = new Set(
  `alle dalle alla dopo prima entro ore om van tot vanaf naar rond o od do po godz godzina godzinie godziny às as das até kl klockan klokken från fra till til
  klo kello v ve hod ob do od u saat ora orele la de között órakor об о з до від у в ад да kell на от след μέχρι στις από ώρα pukul jam lúc từ đến`.split(
    /\s+/,
  ),
);
const NEVER =
  /^(?:vers|wersj|verze|verzi|версі|versi|versão|sürüm|stan[zs]|aula|kamer|lokaal|pok[oó]j|sala|sale|salle|rum|rom|lokale|huone|luokka|učebn|místnost|кабінет|кімнат|аудиторі|стая|oda|sınıf|terem|nr|no|n$|prijs|cen|prezz|preço|pris|hinta|fiyat|phiên|phòng|ruang|kelas)/;

/** `9:30`, as engines read it; `9.00` and `9:00` are the hour alone. */
function timeAt(tokens: readonly Token[], at: number, written: Written): Reading | null {
  if (!isDigits(tokens, at, 2)) return null;
  const isSecond = isDash(tokens, at - 1) && (pointAt(tokens, at - 4) ?? colonAt(tokens, at - 4)) !== null;
  if (!(isSecond || isFree(tokens, at - 1, written) || beginsFree(tokens, at))) return null;
  const first = colonAt(tokens, at) ?? pointAt(tokens, at);
  if (!first || isMeasured(tokens, first.end)) return null;
  const dash = afterDash(tokens, first.end);
  const second = dash === null ? null : (colonAt(tokens, dash) ?? pointAt(tokens, dash));
  const end = second?.end ?? first.end;
  if (!(isFree(tokens, end, written) || endsFree(tokens, end)) || isMeasured(tokens, end)) return null;
  const isTime = textAt(tokens, at + 1) === ':' || second !== null || isSecond || isAnnounced(tokens, at, written);
  return isTime ? spell(tokens, at, written) : null;
}

/** Whether `9.30` is a time by the word before it, or by the one behind it in Thai; with a decimal comma, it is hardly anything else. */
function isAnnounced(tokens: readonly Token[], at: number, { code, hasComma }: Written): boolean {
  const behind = isKind(tokens, at - 1, 'space') ? at - 2 : at - 1;
  const word = textAt(tokens, textAt(tokens, behind) === '.' ? behind - 1 : behind).toLowerCase();
  if (code === 'th' && textAt(tokens, afterSpace(tokens, at + 3)) === THAI_HOUR) return true;
  const minute = Number(textAt(tokens, at + 2));
  return hasComma && !NEVER.test(word) && (BEFORE.has(word) || minute === 0 || minute > 12);
}

function colonAt(tokens: readonly Token[], at: number): { end: number } | null {
  if (!isDigits(tokens, at, 2) || textAt(tokens, at + 1) !== ':' || !isDigits(tokens, at + 2, 2, 2)) return null;
  return Number(textAt(tokens, at)) <= 24 && Number(textAt(tokens, at + 2)) < 60 ? { end: at + 3 } : null;
}

/** In languages that write no spaces, a word beside a number is another word. */
const isFree = (tokens: readonly Token[], at: number, { code }: Written): boolean =>
  code in WORDS && isKind(tokens, at, 'word') && !/[\p{Script=Latin}]/u.test(textAt(tokens, at));

const isDash = (tokens: readonly Token[], at: number): boolean => /^[-–—]$/.test(textAt(tokens, at));

/** Units and currencies behind a number: `9.30 €`, `1.25 kg`. */
const isMeasured = (tokens: readonly Token[], end: number): boolean =>
  /^(?:%|°|€|\$|£|¥|₴|zł|kč|kr|lei|ft|tl|eur|usd|k?m|[cm]m|k?g|m?l|km|kwh?|mhz|ghz|gb|mb|mln|mil|mrd|mio)$/i.test(
    textAt(tokens, afterSpace(tokens, end)),
  );

/** Languages that say hour and minute with words between, of which voices know only the signs. */
const WORDS: Record<string, readonly [hour: string, minute: string]> = {
  zh: ['点', '分'],
  cmn: ['点', '分'],
  yue: ['點', '分'],
  th: [' นาฬิกา', ' นาที'],
};

function spell(tokens: readonly Token[], at: number, { code }: Written): Reading {
  const hour = String(Number(textAt(tokens, at)));
  const minutes = textAt(tokens, at + 2);
  const words = WORDS[code];
  if (!words) return { spoken: minutes === '00' ? hour : `${hour}:${minutes}`, end: at + 3 };
  const [ofHour, ofMinute] = words;
  const space = code === 'th' ? ' ' : '';
  const spoken = `${hour}${ofHour}${minutes === '00' ? '' : `${space}${String(Number(minutes))}${ofMinute}`}`;
  return { spoken, end: code === 'th' ? behindThaiHour(tokens, at + 3) : at + 3 };
}

/** Behind the `น.` of `9:30 น.`, which is the word for hours. */
function behindThaiHour(tokens: readonly Token[], at: number): number {
  const word = afterSpace(tokens, at);
  if (textAt(tokens, word) !== THAI_HOUR) return at;
  return textAt(tokens, word + 1) === '.' ? word + 2 : word + 1;
}

const ABBREVIATIONS: Record<string, Record<string, string>> = {
  sv: { 'kl.': 'klockan', kl: 'klockan' },
  da: { 'kl.': 'klokken', kl: 'klokken' },
  nb: { 'kl.': 'klokken', kl: 'klokken' },
  fi: { klo: 'kello' },
  pl: { 'godz.': 'godzina', 'ul.': 'ulica', 'al.': 'aleja' },
  uk: { 'вул.': 'вулиця', 'год.': 'година' },
  it: { 'v.le': 'viale', 'p.za': 'piazza', 'p.zza': 'piazza', 'c.so': 'corso' },
  pt: { 'av.': 'avenida', 'r.': 'rua' },
  nl: { 'str.': 'straat' },
  cs: { 'ul.': 'ulice', 'nám.': 'náměstí' },
  sk: { 'ul.': 'ulica', 'nám.': 'námestie' },
};

function wordAt(tokens: readonly Token[], at: number, code: string): Reading | null {
  const words = ABBREVIATIONS[code];
  if (!words || !isKind(tokens, at, 'word') || !beginsFree(tokens, at)) return null;
  for (const count of [4, 3, 2, 1]) {
    const written = tokens.slice(at, at + count).map(({ text }) => text);
    const spoken = words[written.join('').toLowerCase()];
    const next = textAt(tokens, afterSpace(tokens, at + count));
    if (spoken === undefined || !/^[\p{Lu}\d]/u.test(next) || afterSpace(tokens, at + count) === at + count) continue;
    return {
      spoken: /^\p{Lu}/u.test(written[0] ?? '') ? spoken.charAt(0).toUpperCase() + spoken.slice(1) : spoken,
      end: at + count,
    };
  }
  return null;
}

const CAPITALS = /^\p{Lu}{2,}$/u;
/** A Roman numeral of several letters behind a word; among words in capitals it may be a word as well. */
function numeralAt(tokens: readonly Token[], at: number): Reading | null {
  const text = textAt(tokens, at);
  const value = isKind(tokens, at, 'word') && text.length > 1 ? romanValue(text) : null;
  if (value === null || !beginsFree(tokens, at) || !endsFree(tokens, at + 1)) return null;
  const beside = [textAt(tokens, at - 2), textAt(tokens, afterSpace(tokens, at + 1))];
  if (beside.some((word) => CAPITALS.test(word) && romanValue(word) === null)) return null;
  return { spoken: String(value), end: at + 1 };
}
