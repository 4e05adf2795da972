import { ALARM_SEVERITIES } from '@belfry/schemas/domain/alarm-severity';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { queueNotices } from '../../mail/outbox/index.ts';
import {
  deleteNotices,
  type Due,
  findDue,
  findTurns,
  findWaiting,
  isAnythingDue,
  lockSending,
  markTold,
  type Turn,
  type WaitingNotice,
} from './notices.repository.ts';
import { noticeTexts } from './notice-texts.ts';
import { urgencyOf } from '../../mail/push/index.ts';

type SendDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'push'>;

/** A person gets at most one message by each channel and organisation in this time, which tells of everything that has happened. */
const PAUSE_MS = 300_000;
/** What is urgent waits for nothing but the last urgent message, so that a hundred sites that fail together are a few messages. */
const URGENT_PAUSE_MS = 30_000;
const TURNS = 50;
const NOTICES_MAX = 200;
const PUSH_TTL_S = 86_400;

/**
 * Tells people what is due, each by one message for each organisation. Each person has a transaction of their own, so that other messages
 * do not wait for the budgets meanwhile; one instance at a time sends. See ALARM-18.
 */
export async function sendAlarmNotices(deps: SendDeps, now: number = Date.now()): Promise<void> {
  const at = new Date(now);
  const pauses = { rest: new Date(now - PAUSE_MS), urgent: new Date(now - URGENT_PAUSE_MS) };
  if (!(await isAnythingDue(deps.db, at))) return;
  for (const turn of await findTurns(deps.db, at, pauses, TURNS)) {
    const isSent = await transact(deps.db, async (trx) => {
      if (!(await lockSending(trx))) return false;
      await tell(trx, deps, turn, { now, due: await findDue(trx, turn, pauses) });
      return true;
    });
    if (!isSent) return;
  }
}

/** An escalation of an alarm that somebody takes care of by now is dropped. */
const isStillSo = ({ permitted, event, handled }: WaitingNotice): boolean =>
  permitted && !(event === 'escalated' && handled);

async function tell(
  trx: Kysely<Database>,
  deps: SendDeps,
  turn: Turn,
  { now, due }: { now: number; due: Due },
): Promise<void> {
  const waiting = await findWaiting(trx, turn, due, { now: new Date(now), limit: NOTICES_MAX });
  const told = waiting.filter(isStillSo);
  await deleteNotices(
    trx,
    waiting.filter((notice) => !isStillSo(notice)).map(({ notice_id }) => notice_id),
  );
  if (told.length === 0) return;
  // Each organisation pays for its own messages; those about the installation are charged to whoever gets them.
  const ownerId = turn.owner_id ?? turn.user_id;
  const messageClass = told.some(({ urgent }) => urgent) ? 'urgent' : 'notice';
  await (turn.channel === 'push'
    ? tellBrowsers(trx, deps, turn, { notices: told, ownerId, now })
    : queueNotices(trx, deps, { userId: ownerId, class: messageClass }, [messageOf(turn, told, now)]));
  await markTold(
    trx,
    told.map(({ notice_id }) => notice_id),
    new Date(now),
  );
}

/** A newer message about the same alarm, or about several of an organisation, replaces the one before. */
async function tellBrowsers(
  trx: Kysely<Database>,
  { push }: SendDeps,
  turn: Turn,
  { notices, ownerId, now }: { notices: readonly WaitingNotice[]; ownerId: number; now: number },
): Promise<void> {
  const ids = [...new Set(notices.map(({ alarm_id }) => alarm_id))];
  const [only] = ids;
  const isOne = ids.length === 1;
  const told = new Set(notices.filter(({ event }) => event !== 'cleared').map(({ severity }) => severity));
  const severity = ALARM_SEVERITIES.findLast((each) => told.has(each)) ?? 'medium';
  const { push: text } = noticeTexts(turn, notices, now);
  await push.tell(trx, [turn.user_id], {
    urgency: urgencyOf(severity),
    ttlS: PUSH_TTL_S,
    write: () => ({
      ...text,
      kind: 'alarm',
      url: isOne ? `/activity?view=alarms&open=alarm:${only}` : '/activity?view=needs',
      tag: isOne ? `belfry-alarm-${only}` : `belfry-alarms-${ownerId}`,
    }),
  });
}

function messageOf(turn: Turn, notices: readonly WaitingNotice[], now: number) {
  const texts = noticeTexts({ ...turn, name: withoutLinks(turn.name) }, notices, now);
  const isMail = turn.channel === 'mail';
  return { email: isMail ? turn.email : null, phone: isMail ? null : turn.phone, ...texts };
}
