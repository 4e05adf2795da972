import type { Report } from '@belfry/schemas/http/reports';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import { textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { publicAddress } from '../../lib/console-link.ts';
import { queueNotices } from '../mail/outbox/index.ts';
import type { AlarmNode } from '../alarms/index.ts';
import { claimMonth, findNodesOf, findReaders, type ReportReader } from './monthly-mail.repository.ts';
import { toldAt } from './months.ts';
import { reportOf } from './reports.service.ts';

type MailDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'long'>;

/** People who are looked at in one call, and those who are told; the next one comes a minute later. */
const READERS = 200;
const TOLD = 10;
const NODES = 10;
/** The largest offset of a zone from UTC. */
const ZONES_MS = 14 * 3_600_000;

type Summary = Pick<Report, 'total' | 'alarms' | 'announcements'>;
type Texts = {
  subject: (month: string) => string;
  hello: (name: string) => string;
  lead: (month: string) => string;
  available: (percent: string) => string;
  alarms: (count: number) => string;
  missed: (count: number, expected: number) => string;
  none: string;
  where: string;
};
const TEXTS: Record<TextLanguage, Texts> = {
  en: {
    subject: (month) => `Belfry: report of ${month}`,
    hello: (name) => `Hello ${name},`,
    lead: (month) => `this is what ${month} was like at your places:`,
    available: (percent) => `devices were available ${percent}`,
    alarms: (count) => `alarms: ${count}`,
    missed: (count, expected) => `announcements not heard: ${count} of ${expected}`,
    none: 'see the places below it',
    where: 'Settings of the console say whether you get this mail.',
  },
  ru: {
    subject: (month) => `Belfry: отчёт, ${month}`,
    hello: (name) => `Здравствуйте, ${name}!`,
    lead: (month) => `Что было в ваших местах, ${month}:`,
    available: (percent) => `устройства были доступны ${percent}`,
    alarms: (count) => `неисправностей: ${count}`,
    missed: (count, expected) => `не прозвучало объявлений: ${count} из ${expected}`,
    none: 'смотрите места ниже',
    where: 'Присылать ли это письмо, выбирается в настройках консоли.',
  },
  de: {
    subject: (month) => `Belfry: Bericht für ${month}`,
    hello: (name) => `Guten Tag ${name},`,
    lead: (month) => `so war ${month} an Ihren Orten:`,
    available: (percent) => `Geräte verfügbar: ${percent}`,
    alarms: (count) => `Störungen: ${count}`,
    missed: (count, expected) => `nicht gehörte Durchsagen: ${count} von ${expected}`,
    none: 'siehe die Orte darunter',
    where: 'Ob Sie diese E-Mail erhalten, steht in den Einstellungen der Konsole.',
  },
};

/** Has a pass under way: reports take time, and another pass begins each minute. */
const passing = new WeakSet<object>();

/**
 * Tells people who want that of the month before, once, in the first days of the next one by their clocks: a summary with links, and nothing
 * attached. Called each minute by one instance; one statement where nobody is to be told. See ALARM-25.
 */
export async function sendMonthlyReports(deps: MailDeps, now: number = Date.now()): Promise<void> {
  if (passing.has(deps.db)) return;
  passing.add(deps.db);
  try {
    // Nobody is told of a later month anywhere.
    const latest = toldAt(now + ZONES_MS, 'UTC') ?? toldAt(now - ZONES_MS, 'UTC');
    if (latest === null) return;
    let told = 0;
    for (const reader of await findReaders(deps.db, latest, READERS)) {
      const month = toldAt(now, reader.time_zone);
      if (month === null || told === TOLD) continue;
      told += 1;
      await tell(deps, reader, month);
    }
  } finally {
    passing.delete(deps.db);
  }
}

async function tell(deps: MailDeps, reader: ReportReader, month: string): Promise<void> {
  const nodes = await findNodesOf(deps.db, reader.user_id, NODES);
  const parts: string[] = [];
  const lang = textLanguageOf(reader.lang);
  for (const node of nodes) {
    const summary = await summaryOf(deps, reader.user_id, node, month);
    parts.push(`${withoutLinks(node.name)}: ${lineOf(lang, summary)}`, linkOf(deps, node, month), '');
  }
  const texts = TEXTS[lang];
  const name = nameOf(month, lang);
  const mail = [texts.hello(withoutLinks(reader.name)), '', texts.lead(name), '', ...parts, texts.where, ''].join('\n');
  const notice = { email: reader.email, phone: null, lang, subject: texts.subject(name), mail, sms: '' };
  await transact(deps.db, async (trx) => {
    if (!(await claimMonth(trx, reader.user_id, month)) || nodes.length === 0) return;
    await queueNotices(trx, deps, { userId: reader.user_id }, [notice]);
  });
}

/** Null where there is none, as with too many devices. */
async function summaryOf(deps: MailDeps, userId: number, node: AlarmNode, month: string): Promise<Summary | null> {
  try {
    return JSON.parse(await reportOf(deps, userId, node, month)) as Summary;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return null;
    throw error;
  }
}

function lineOf(lang: TextLanguage, summary: Summary | null): string {
  const texts = TEXTS[lang];
  if (!summary) return texts.none;
  const { total, alarms, announcements } = summary;
  const { percent } = total;
  const format = new Intl.NumberFormat(lang, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return [
    ...(percent === null ? [] : [texts.available(format.format(percent / 100))]),
    texts.alarms(alarms.reduce((sum, { count }) => sum + count, 0)),
    ...(announcements.expected === 0
      ? []
      : [texts.missed(announcements.expected - announcements.heard - announcements.sent, announcements.expected)]),
  ].join(', ');
}

const linkOf = ({ config }: MailDeps, { company_id }: AlarmNode, month: string): string =>
  publicAddress(config, `/activity?view=reports&node=${company_id}&month=${month}`);

const nameOf = (month: string, lang: TextLanguage): string =>
  new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15`));
