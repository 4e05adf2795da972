import { withoutLinks } from '@belfry/schemas/domain/without-links';
import { queueNotices } from '../../../messages/outbox/index.ts';
import { findLanguage } from '../../../../people/users.repository.ts';
import { findReportRows } from '../tasks.repository.ts';
import { REPORT_LINES_MAX, reportCsv } from './report-csv.ts';
import type { Work } from './run-task.ts';

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
} as const;

/** Sends what the places of the owner have played in the last days, as a CSV file attached to a mail in the owner's language. */
export const sendReport: Work = async ({ config, jobs }, trx, { action, name, user_id }, { at }) => {
  if (action.type !== 'report') return;
  const rows = await findReportRows(trx, { userId: user_id, days: action.days, limit: REPORT_LINES_MAX + 1 });
  const { content, lines } = reportCsv(rows);
  const lang = (await findLanguage(trx, user_id)) === 'ru' ? 'ru' : 'en';
  const texts = TEXTS[lang];
  const text = [texts.text({ days: action.days, lines }), ...(lines < rows.length ? [texts.cut] : []), ''].join('\n');
  const filename = `report-${at.toISOString().slice(0, 10)}.csv`;
  const attachment = { filename, content_type: 'text/csv; charset=utf-8', content };
  const notice = { email: action.email, phone: null, lang, subject: texts.subject(withoutLinks(name)) };
  await queueNotices(trx, { config, jobs }, user_id, [{ ...notice, mail: text, sms: '', attachment }]);
};
