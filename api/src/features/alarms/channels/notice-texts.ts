import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_SEVERITIES, type AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import { DATE_LOCALES, textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import type { WaitingNotice } from './notices.repository.ts';

type Texts = {
  severities: Record<AlarmSeverity, string>;
  hello: (name: string) => string;
  over: string;
  escalated: string;
  handled: string;
  devices: (count: number) => string;
  installation: string;
  since: (when: string) => string;
  several: (count: number) => string;
  more: (count: number) => string;
  where: string;
};

const TEXTS: Record<TextLanguage, Texts> = {
  en: {
    severities: { low: 'low', medium: 'medium', high: 'high', critical: 'critical' },
    hello: (name) => `Hello ${name},`,
    over: 'Over',
    escalated: 'Nobody has taken care of it yet',
    handled: 'somebody takes care of it',
    devices: (count) => `${count} devices`,
    installation: 'Belfry itself',
    since: (when) => `since ${when}`,
    several: (count) => `${count} alarms`,
    more: (count) => `and ${count} more`,
    where: 'Alarms of the console shows all of them; Settings say what you are told.',
  },
  ru: {
    severities: { low: 'низкая', medium: 'средняя', high: 'высокая', critical: 'критическая' },
    hello: (name) => `Здравствуйте, ${name}!`,
    over: 'Устранено',
    escalated: 'Пока никто не занялся',
    handled: 'этим уже занимаются',
    devices: (count) => `устройств: ${count}`,
    installation: 'сам Belfry',
    since: (when) => `с ${when}`,
    several: (count) => `Неисправностей: ${count}`,
    more: (count) => `и ещё ${count}`,
    where: 'Все неисправности видны в консоли, в разделе «Неисправности»; о чём сообщать, выбирается в настройках.',
  },
  de: {
    severities: { low: 'niedrig', medium: 'mittel', high: 'hoch', critical: 'kritisch' },
    hello: (name) => `Guten Tag ${name},`,
    over: 'Behoben',
    escalated: 'Bisher kümmert sich niemand darum',
    handled: 'jemand kümmert sich darum',
    devices: (count) => `${count} Geräte`,
    installation: 'Belfry selbst',
    since: (when) => `seit ${when}`,
    several: (count) => `${count} Störungen`,
    more: (count) => `und ${count} weitere`,
    where: 'Alle Störungen stehen in der Konsole unter „Störungen“; was gemeldet wird, steht in den Einstellungen.',
  },
};

/** Lines of a mail, further lines of a message to a browser, and letters of a text message: two parts of the usual alphabets. */
const LINES_MAX = 30;
const PUSH_LINES = 4;
const SMS_LETTERS = 130;

type Reader = { name: string; lang: string; time_zone: string };

export function noticeTexts(reader: Reader, notices: readonly WaitingNotice[], now: number) {
  const lang = textLanguageOf(reader.lang);
  const texts = TEXTS[lang];
  const rank = ({ event, severity }: WaitingNotice): number =>
    event === 'cleared' ? -1 : ALARM_SEVERITIES.indexOf(severity);
  const sorted = notices.toSorted((a, b) => rank(b) - rank(a));
  const heads = sorted.map((notice) => headOf(lang, notice));
  const [first = ''] = heads;
  const rest = heads.length - 1;
  const subject = rest === 0 ? first : `${texts.several(heads.length)}: ${first}`;
  const lines = sorted
    .slice(0, LINES_MAX)
    .map((notice, at) => `- ${heads[at]}, ${detailOf(texts, notice, reader, now)}`);
  const more = heads.length - lines.length;
  const mail = [texts.hello(reader.name), '', ...lines, ...(more > 0 ? [texts.more(more)] : []), '', texts.where, ''];
  const short = first.length > SMS_LETTERS ? `${first.slice(0, SMS_LETTERS - 1)}…` : first;
  const [only] = sorted;
  const others = heads.slice(1, 1 + PUSH_LINES);
  const unnamed = rest - others.length;
  const body =
    only && rest === 0
      ? detailOf(texts, only, reader, now)
      : [...others, ...(unnamed > 0 ? [texts.more(unnamed)] : [])].join('\n');
  return {
    lang,
    subject,
    mail: mail.join('\n'),
    sms: `Belfry: ${short}${rest > 0 ? `, ${texts.more(rest)}` : ''}`,
    push: { title: subject, body },
  };
}

/** `Device offline: School B / Hall (1234-…)`, or `Over: Device offline: School B / Hall`. */
function headOf(
  lang: TextLanguage,
  { event, kind, place, above, owner_id, device, device_count }: WaitingNotice,
): string {
  const texts = TEXTS[lang];
  const path = [above, place].filter((name) => name !== null);
  const where = place === null ? (owner_id === null ? texts.installation : null) : withoutLinks(path.join(' / '));
  const devices = device_count > 1 ? texts.devices(device_count) : device;
  const what = [ALARM_NAMES[lang][kind], [where, devices && `(${devices})`].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(': ');
  return event === 'cleared' ? `${texts.over}: ${what}` : what;
}

/** `high, since 08:15`, and which one and why; what the subject does not need. */
function detailOf(
  texts: Texts,
  { event, severity, raised_at, detail, handled }: WaitingNotice,
  reader: Reader,
  now: number,
): string {
  const isToday = now - raised_at.getTime() < 12 * 3_600_000;
  const format: Intl.DateTimeFormatOptions = {
    timeZone: reader.time_zone,
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'short' }),
  };
  const when = raised_at.toLocaleString(DATE_LOCALES[textLanguageOf(reader.lang)], format);
  const parts = [event === 'cleared' ? null : texts.severities[severity], texts.since(when)];
  if (event === 'escalated') parts.push(texts.escalated);
  else if (handled && event !== 'cleared') parts.push(texts.handled);
  if (detail !== null) parts.push(withoutLinks(detail));
  return parts.filter(Boolean).join(', ');
}
