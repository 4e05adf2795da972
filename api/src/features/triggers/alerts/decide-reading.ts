import { type AlertReason, FEED_ENTRIES_MAX } from '@belfry/schemas/http/alert-feeds';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import {
  type AlertSummary,
  type ClaimedFeed,
  type Coordinate,
  countDecidedToday,
  decideAlert,
  findDecided,
  findLater,
  findStartedRank,
  type FoundAlert,
  insertDecision,
  isDrillStatus,
  type Later,
  type NewDecision,
  noteFiring,
  rowOf,
  setReason,
  sortBatch,
} from '../../alert-feeds/index.ts';
import { insertFiring } from '../firings.repository.ts';
import { holdTrigger, withdrawStarts } from './alert-firings.repository.ts';
import type { AlertText } from './alert-texts.ts';

/** A feed that sends something new all the time fills no disk, and starts nothing more. */
const DECISIONS_PER_DAY = 1_000;
const WITHDRAWN = 'The sender has cancelled the alert';

/** The trigger was changed, turned off or removed while its feed was read. */
export class FeedChanged extends Error {}

/**
 * Decides about each alert of a reading once, whatever is read again, or by another instance. @returns whether everything is decided, so that
 * the feed need not be read again while it is the same. Throws FeedChanged.
 */
export async function decideReading(
  deps: Pick<Deps, 'db' | 'firingSignal'>,
  feed: ClaimedFeed,
  entries: readonly FoundAlert[],
  places: readonly Coordinate[],
): Promise<{ complete: boolean; hasMore: boolean; error: string | null; decided: number }> {
  const { due, invalid, hasEarly, later } = sortBatch(entries, new Date());
  const keys = [...due.map(({ alert }) => alert.key), ...invalid.map((each) => each.invalid.key)];
  const before = keys.length > 0 ? await findDecided(deps.db, feed.trigger_id, 'alert_key', keys) : new Set<string>();
  const news = due.filter(({ alert }) => !before.has(alert.key));
  const wrong = invalid.filter((each) => !before.has(each.invalid.key));
  const room =
    news.length + wrong.length === 0
      ? 0
      : DECISIONS_PER_DAY - (await countDecidedToday(deps.db, feed.trigger_id, DECISIONS_PER_DAY));
  const now = news.slice(0, Math.min(Math.max(0, room), FEED_ENTRIES_MAX));
  for (const each of now) await decideOne(deps, feed, each, { later, places: places.length });
  for (const { invalid } of wrong.slice(0, Math.max(0, room - news.length))) {
    const { key: alert_key, name: identifier, detail } = invalid;
    await storeAlone(deps.db, feed, {
      trigger_id: feed.trigger_id,
      alert_key,
      identifier,
      decision: 'invalid',
      detail,
    });
  }
  const tooMany = news.length + wrong.length > Math.max(0, room);
  const error = tooMany ? `More than ${DECISIONS_PER_DAY} alerts within a day: the others are left out` : null;
  return {
    complete: !hasEarly && invalid.length === 0 && !tooMany,
    hasMore: !tooMany && now.length < news.length,
    error,
    decided: now.length + wrong.length,
  };
}

type Found = Extract<FoundAlert, { alert: AlertSummary }>;

async function decideOne(
  { db, firingSignal }: Pick<Deps, 'db' | 'firingSignal'>,
  feed: ClaimedFeed,
  { alert, linkKey }: Found,
  { later, places }: { later: Later; places: number },
): Promise<void> {
  const { trigger_id, source, armed_at } = feed;
  const isDrill = isDrillStatus(alert.status);
  const firingId = await transact(db, async (trx) => {
    if (!(await holdTrigger(trx, trigger_id, feed.revision))) throw new FeedChanged();
    const [inBatch, inStore] = [later(alert), await findLater(trx, trigger_id, { key: alert.key, isDrill })];
    const laterAlert = {
      cancelled: inBatch.cancelled || inStore.cancelled,
      superseded: inBatch.superseded || inStore.superseded,
      startedRank:
        alert.msgType === 'Update' ? await findStartedRank(trx, trigger_id, { refs: alert.refs, isDrill }) : null,
    };
    const decided = decideAlert(alert, {
      filter: source.filter,
      places,
      armedAt: armed_at,
      now: new Date(),
      known: laterAlert,
    });
    const id = await insertDecision(trx, { ...rowOf(alert, decided), trigger_id, link_key: linkKey });
    if (id === null) return null;
    if (decided.decision === 'ended') return end(trx, feed, alert, id);
    if (decided.decision !== 'started' && decided.decision !== 'drill') return null;
    return start(trx, feed, { alert, decisionId: id, endsRunIds: null });
  });
  if (firingId !== null) firingSignal.notify([firingId]);
}

async function storeAlone(db: Kysely<Database>, feed: ClaimedFeed, row: NewDecision): Promise<void> {
  await transact(db, async (trx) => {
    if (!(await holdTrigger(trx, feed.trigger_id, feed.revision))) throw new FeedChanged();
    await insertDecision(trx, row);
  });
}

/** @returns the firing that is to be worked on */
async function end(
  trx: Kysely<Database>,
  feed: ClaimedFeed,
  alert: AlertSummary,
  decisionId: number,
): Promise<number | null> {
  const of = { refs: alert.refs, isDrill: isDrillStatus(alert.status) };
  const { starts, withdrawn, runIds } = await withdrawStarts(trx, feed.trigger_id, of, WITHDRAWN);
  const asked = feed.source.ends && runIds.length > 0;
  const reason: AlertReason | null =
    asked || withdrawn > 0 ? null : starts === 0 ? 'nothing_started' : feed.source.ends ? null : 'not_asked';
  if (reason !== null) await setReason(trx, decisionId, reason);
  return asked ? start(trx, feed, { alert, decisionId, endsRunIds: runIds }) : null;
}

type Start = { alert: AlertSummary; decisionId: number; endsRunIds: string[] | null };

async function start(
  trx: Kysely<Database>,
  { trigger_id }: ClaimedFeed,
  { alert, decisionId, endsRunIds }: Start,
): Promise<number | null> {
  const { firing_id, repeated } = await insertFiring(trx, {
    trigger_id,
    cause: `alert:${alert.key}`,
    source: 'alert',
    drill: isDrillStatus(alert.status),
    ends_run_ids: endsRunIds,
    details: detailsOf(alert),
    at: alert.sent,
  });
  await noteFiring(trx, decisionId, firing_id);
  return repeated ? null : firing_id;
}

/** Of all blocks of information, which have one text for each language. */
function detailsOf({ sender, identifier, status, msgType, infos }: AlertSummary): Record<string, unknown> {
  const texts = new Map<string, AlertText>();
  for (const { language, headline, instruction, event } of infos)
    if (!texts.has(language))
      texts.set(language, { language, headline: headline === '' ? event : headline, instruction });
  const [first] = infos;
  const { event = '', headline = '', severity = '', area = '' } = first ?? {};
  return {
    sender,
    identifier,
    status,
    message_type: msgType,
    event,
    headline,
    severity,
    area,
    texts: [...texts.values()],
  };
}
