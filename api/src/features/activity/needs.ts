import { ALARM_SEVERITIES } from '@belfry/schemas/domain/alarm-severity';
import { type ActivityQuery, type ActivityRow, NEEDS_MAX } from '@belfry/schemas/http/activity';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findUrgentAlarms, readerOf } from '../alarms/index.ts';
import { findMissedReceipts } from '../announcements/index.ts';
import { findAsking } from '../triggers/index.ts';
import { type ActivityReader, saidRow } from './sources.ts';

/** What nobody heard is as bad as an alarm of this rank, what some have not heard one less; a question waits for minutes only. */
const UNHEARD_RANK = ALARM_SEVERITIES.indexOf('high');
const ASKING_RANK = ALARM_SEVERITIES.length;

type Urgent = { rank: number; row: Wire<ActivityRow> };

/** What needs somebody, the worst first: questions, alarms that nobody has taken, and what was not heard within a day. */
export async function readNeeds(
  db: Kysely<Database>,
  { user, policies }: ActivityReader,
  { company_id, limit, view }: Pick<ActivityQuery, 'company_id' | 'limit' | 'view'>,
): Promise<{ rows: Wire<ActivityRow>[]; total: number }> {
  const reader = { owners: policies.announcements(user), names: policies.names(user) };
  const shown = view === 'needs' ? limit : 0;
  const urgentAlarms = { userId: user.id, company_id };
  const { alarms, total } = await findUrgentAlarms(db, readerOf(user, policies.alarms), urgentAlarms, shown);
  const missed = await findMissedReceipts(db, reader, { company_id }, NEEDS_MAX);
  const asking =
    company_id === undefined
      ? await findAsking(db, { speak: policies.speak(user), emergency: policies.emergency(user) })
      : [];
  const urgent: Urgent[] = [
    ...asking.map((question): Urgent => ({
      rank: ASKING_RANK,
      row: { kind: 'question', id: `question:${question.firing_id}`, at: question.at, question },
    })),
    ...alarms.map((alarm): Urgent => ({
      rank: ALARM_SEVERITIES.indexOf(alarm.severity),
      row: { kind: 'alarm', id: `alarm:${alarm.alarm_id}`, at: alarm.raised_at, alarm },
    })),
    ...missed.map((receipt): Urgent => ({
      rank: receipt.heard === 0 ? UNHEARD_RANK : UNHEARD_RANK - 1,
      row: saidRow(receipt).row,
    })),
  ];
  const rows = urgent.toSorted((a, b) => b.rank - a.rank || timeOf(b) - timeOf(a)).map(({ row }) => row);
  return { rows: rows.slice(0, shown), total: asking.length + total + missed.length };
}

const timeOf = ({ row: { at } }: Urgent): number => new Date(at).getTime();
