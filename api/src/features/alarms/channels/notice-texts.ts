import type { AlarmKind } from '@belfry/schemas/domain/alarms';
import { ALARM_SEVERITIES, type AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import { messageLanguage, type MessageLanguage } from '../../messages/outbox/index.ts';
import type { WaitingNotice } from './notices.repository.ts';

type Texts = {
  kinds: Record<AlarmKind, string>;
  severities: Record<AlarmSeverity, string>;
  hello: (name: string) => string;
  over: string;
  escalated: string;
  devices: (count: number) => string;
  installation: string;
  since: (when: string) => string;
  several: (count: number) => string;
  more: (count: number) => string;
  where: string;
};

const TEXTS: Record<MessageLanguage, Texts> = {
  en: {
    kinds: {
      device_offline: 'Device offline',
      site_offline: 'Site offline',
      unstable: 'Connection unstable',
      temperature: 'Too hot',
      disk: 'Disk nearly full',
      memory: 'Memory nearly full',
      undervoltage: 'Undervoltage',
      clock_off: 'Clock off',
      restarts: 'Restarts again and again',
      sound_not_heard: 'Sound not heard',
      level_changed: 'Level changed',
      announcement_missed: 'Announcement missed',
      emergency_not_ready: 'Emergency not ready',
      firmware_failed: 'Firmware failed',
      schedule_without_effect: 'Schedule without effect',
      alert_feed_failing: 'Public alerts cannot be read',
      webhook_disabled: 'Webhook disabled',
      too_many_alarms: 'Too many alarms',
      provider_away: 'Speech provider away',
      messages_undelivered: 'Mails or text messages undelivered',
      queue_lag: 'Messages of devices are late',
      backup_due: 'Backup due',
      certificate_due: 'Certificate ends soon',
      broker_away: 'Broker away',
      api_away: 'Belfry was away',
    },
    severities: { low: 'low', medium: 'medium', high: 'high', critical: 'critical' },
    hello: (name) => `Hello ${name},`,
    over: 'Over',
    escalated: 'Nobody has taken care of it yet',
    devices: (count) => `${count} devices`,
    installation: 'Belfry itself',
    since: (when) => `since ${when}`,
    several: (count) => `${count} alarms`,
    more: (count) => `and ${count} more`,
    where: 'Alarms of the console shows all of them; Settings say what you are told.',
  },
  ru: {
    kinds: {
      device_offline: 'Устройство не в сети',
      site_offline: 'Объект не в сети',
      unstable: 'Соединение нестабильно',
      temperature: 'Перегрев',
      disk: 'Диск почти заполнен',
      memory: 'Память почти заполнена',
      undervoltage: 'Пониженное напряжение',
      clock_off: 'Часы идут неверно',
      restarts: 'Постоянные перезапуски',
      sound_not_heard: 'Звук не слышен',
      level_changed: 'Громкость изменилась',
      announcement_missed: 'Объявление не прозвучало',
      emergency_not_ready: 'Экстренное сообщение не готово',
      firmware_failed: 'Прошивка не установлена',
      schedule_without_effect: 'Расписание не действует',
      alert_feed_failing: 'Официальные предупреждения не читаются',
      webhook_disabled: 'Вебхук отключён',
      too_many_alarms: 'Слишком много неисправностей',
      provider_away: 'Синтез речи недоступен',
      messages_undelivered: 'Письма или SMS не доставлены',
      queue_lag: 'Сообщения устройств запаздывают',
      backup_due: 'Нет свежей резервной копии',
      certificate_due: 'Сертификат скоро истекает',
      broker_away: 'Брокер недоступен',
      api_away: 'Belfry был недоступен',
    },
    severities: { low: 'низкая', medium: 'средняя', high: 'высокая', critical: 'критическая' },
    hello: (name) => `Здравствуйте, ${name}!`,
    over: 'Устранено',
    escalated: 'Пока никто не занялся',
    devices: (count) => `устройств: ${count}`,
    installation: 'сам Belfry',
    since: (when) => `с ${when}`,
    several: (count) => `Неисправностей: ${count}`,
    more: (count) => `и ещё ${count}`,
    where: 'Все неисправности видны в консоли, в разделе «Неисправности»; о чём сообщать, выбирается в настройках.',
  },
};

/** Lines of a mail, further lines of a message to a browser, and letters of a text message: two parts of the usual alphabets. */
const LINES_MAX = 30;
const PUSH_LINES = 4;
const SMS_LETTERS = 130;

type Reader = { name: string; lang: string; time_zone: string };

/** What somebody is told of alarms, in their language: the most severe first. */
export function noticeTexts(reader: Reader, notices: readonly WaitingNotice[], now: number) {
  const lang = messageLanguage(reader.lang);
  const texts = TEXTS[lang];
  const rank = ({ event, severity }: WaitingNotice): number =>
    event === 'cleared' ? -1 : ALARM_SEVERITIES.indexOf(severity);
  const sorted = notices.toSorted((a, b) => rank(b) - rank(a));
  const heads = sorted.map((notice) => headOf(texts, notice));
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

/** `Device offline: Hall (1234-…)`, or `Over: Device offline: Hall`. */
function headOf(texts: Texts, { event, kind, place, owner_id, device, device_count }: WaitingNotice): string {
  const where = place === null ? (owner_id === null ? texts.installation : null) : withoutLinks(place);
  const devices = device_count > 1 ? texts.devices(device_count) : device;
  const what = [texts.kinds[kind], [where, devices && `(${devices})`].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(': ');
  return event === 'cleared' ? `${texts.over}: ${what}` : what;
}

/** `high, since 08:15`, and which one and why; what the subject does not need. */
function detailOf(
  texts: Texts,
  { event, severity, raised_at, detail }: WaitingNotice,
  reader: Reader,
  now: number,
): string {
  const isToday = now - raised_at.getTime() < 12 * 3_600_000;
  const format: Intl.DateTimeFormatOptions = {
    timeZone: reader.time_zone,
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'short' }),
  };
  const when = raised_at.toLocaleString(reader.lang === 'ru' ? 'ru' : 'en-GB', format);
  const parts = [event === 'cleared' ? null : texts.severities[severity], texts.since(when)];
  if (event === 'escalated') parts.push(texts.escalated);
  if (detail !== null) parts.push(withoutLinks(detail));
  return parts.filter(Boolean).join(', ');
}
