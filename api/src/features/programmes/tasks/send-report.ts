import { stringify } from 'csv-stringify/sync';
import { queueMessages } from '../../outbox/index.ts';
import { findReportRows, type ReportRow } from '../tasks.repository.ts';
import type { Work } from './run-task.ts';

/** A mail has so many lines at most; the whole report is on the page of proof of play. */
const ROWS_MAX = 2_000;
const COLUMNS = ['time', 'announcement', 'place', 'state', 'reason'];

/** Sends what the places of the owner have played in the last days, as CSV in the text of a mail. */
export const sendReport: Work = async ({ jobs }, trx, { action, name, user_id }) => {
  if (action.type !== 'report') return;
  const rows = await findReportRows(trx, { userId: user_id, days: action.days, limit: ROWS_MAX });
  const csv = stringify([COLUMNS, ...rows.map(toCells)], { escape_formulas: true });
  const shortened = rows.length === ROWS_MAX ? `\n(the last ${ROWS_MAX} lines)\n` : '';
  const common = { kind: 'notice', channel: 'mail', user_id, lang: 'en', html: null } as const;
  await queueMessages(trx, jobs, [
    { ...common, recipient: action.email, subject: `Report: ${name}`, text: `${csv}${shortened}` },
  ]);
};

const toCells = ({ at, title, place, state, reason }: ReportRow): string[] => [
  at.toISOString(),
  title,
  place,
  state,
  reason ?? '',
];
