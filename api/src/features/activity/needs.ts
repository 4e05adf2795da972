import { ALARM_SEVERITIES } from '@belfry/schemas/domain/alarm-severity';
import type { ActivityQuery, ActivityRow } from '@belfry/schemas/http/activity/activity';
import type { ActivityNeeds } from '@belfry/schemas/http/activity/needs';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findUrgentAlarms, readerOf } from '../alarms/index.ts';
import { countMissed, findMissedReceipts } from '../announcements/index.ts';
import { findAsking } from '../triggers/index.ts';
import { type ActivityReader, saidRow } from './sources.ts';

/** What nobody heard is as bad as an alarm of this rank, what some have not heard one less; a question waits for minutes only. */
const UNHEARD_RANK = ALARM_SEVERITIES.indexOf('high');
const ASKING_RANK = ALARM_SEVERITIES.length;

type Urgent = { rank: number; row: Wire<ActivityRow> };

type Place = Pick<ActivityQuery, 'company_id'>;

const askingOf = (db: Kysely<Database>, { user, policies }: ActivityReader, { company_id }: Place) =>
  company_id === undefined
    ? findAsking(db, { speak: policies.speak(user), emergency: policies.emergency(user) })
    : Promise.resolve([]);

const runsOf = ({ user, policies }: ActivityReader) => ({
  owners: policies.announcements(user),
  names: policies.names(user),
});

export async function countNeeds(
  db: Kysely<Database>,
  reader: ActivityReader,
  place: Place = {},
): Promise<ActivityNeeds> {
  const { user, policies } = reader;
  const asked = { userId: user.id, ...place };
  const { total } = await findUrgentAlarms(db, readerOf(user, policies.alarms), asked, 0);
  const unheard = await countMissed(db, runsOf(reader), place.company_id);
  return { needs: total + unheard + (await askingOf(db, reader, place)).length, unheard };
}

/** What needs somebody, the worst first: questions, alarms that nobody has taken, and what was not heard within a day. */
export async function readNeeds(
  db: Kysely<Database>,
  reader: ActivityReader,
  { company_id, limit }: Place & { limit: number },
): Promise<Wire<ActivityRow>[]> {
  const { user, policies } = reader;
  const asked = { userId: user.id, company_id };
  const { alarms } = await findUrgentAlarms(db, readerOf(user, policies.alarms), asked, limit);
  const missed = await findMissedReceipts(db, runsOf(reader), { company_id, limit });
  const asking = await askingOf(db, reader, { company_id });
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
      rank: receipt.heard + receipt.sent === 0 ? UNHEARD_RANK : UNHEARD_RANK - 1,
      row: saidRow(receipt).row,
    })),
  ];
  return urgent
    .toSorted((a, b) => b.rank - a.rank || timeOf(b) - timeOf(a))
    .slice(0, limit)
    .map(({ row }) => row);
}

const timeOf = ({ row: { at } }: Urgent): number => new Date(at).getTime();
