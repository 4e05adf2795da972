import { textLanguageOf } from '@belfry/schemas/domain/text-languages';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { csvHeader, csvLines } from '../../../../lib/csv.ts';
import { findLanguage } from '../../../../people/users.repository.ts';
import { queueNotices } from '../../../mail/outbox/index.ts';
import type { ScheduleRow } from '../../index.ts';
import { findReportRows, type ReportRow, type Task } from './tasks.repository.ts';

type Facts = { days: number; lines: number };

const TEXTS = {
  en: {
    subject: (name: string) => `Report: ${name}`,
    text: ({ days, lines }: Facts) => `Attached: what was played at your places. Days: ${days}, lines: ${lines}.`,
    cut: 'There is more: only the newest lines are attached. All of them can be exported in the console: “Say now”, “Proof of play”.',
  },
  ru: {
    subject: (name: string) => `Отчёт: ${name}`,
    text: ({ days, lines }: Facts) => `Во вложении: что звучало на ваших объектах. Дней: ${days}, строк: ${lines}.`,
    cut: 'Это не всё: во вложении только самые новые строки. Все строки можно выгрузить в консоли: «Сказать сейчас», «Что звучало».',
  },
  de: {
    subject: (name: string) => `Bericht: ${name}`,
    text: ({ days, lines }: Facts) => `Im Anhang: was an Ihren Orten zu hören war. Tage: ${days}, Zeilen: ${lines}.`,
    cut: 'Es gibt mehr: Der Anhang enthält nur die neuesten Zeilen. Alle Zeilen lassen sich in der Konsole exportieren: „Durchsage“, „Was zu hören war“.',
  },
} as const;

export async function sendReport(
  { config, jobs }: Deps,
  trx: Kysely<Database>,
  { action, name, user_id }: ScheduleRow,
  { at }: Task,
): Promise<void> {
  if (action.type !== 'report') return;
  const rows = await findReportRows(trx, { userId: user_id, days: action.days, limit: REPORT_LINES_MAX + 1 });
  const { content, lines } = reportCsv(rows);
  const lang = textLanguageOf((await findLanguage(trx, user_id)) ?? 'en');
  const texts = TEXTS[lang];
  const text = [texts.text({ days: action.days, lines }), ...(lines < rows.length ? [texts.cut] : []), ''].join('\n');
  const filename = `report-${at.toISOString().slice(0, 10)}.csv`;
  const attachment = { filename, content_type: 'text/csv; charset=utf-8', content };
  const notice = { email: action.email, phone: null, lang, subject: texts.subject(withoutLinks(name)) };
  await queueNotices(trx, { config, jobs }, { userId: user_id }, [{ ...notice, mail: text, sms: '', attachment }]);
}

/** The maximum number of attached lines; the whole report is on the page of proof of play. */
export const REPORT_LINES_MAX = 20_000;
/** The maximum size of the attachment, since mail servers commonly accept some 10 MB, and encoding adds a third. */
const BYTES_MAX = 5_000_000;
const COLUMNS = ['time', 'announcement', 'place', 'state', 'reason', 'local_time', 'time_zone'];

export function reportCsv(rows: readonly ReportRow[], bytesMax = BYTES_MAX): { content: string; lines: number } {
  const header = csvHeader(COLUMNS);
  const parts = [header];
  let bytes = Buffer.byteLength(header);
  for (const row of rows.slice(0, REPORT_LINES_MAX)) {
    const line = csvLines([{ ...row, time: row.at.toISOString(), announcement: row.title }], COLUMNS);
    bytes += Buffer.byteLength(line);
    if (bytes > bytesMax) break;
    parts.push(line);
  }
  return { content: parts.join(''), lines: parts.length - 1 };
}
