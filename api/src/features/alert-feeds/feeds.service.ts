import { ALERT_FEEDS_MAX } from '@belfry/schemas/http/alert-feeds';
import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { TriggerSource } from '@belfry/schemas/http/triggers/sources';
import type { Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fieldError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { requireShare } from '../../people/organisation-share.ts';
import { findHeldFeeds, removeFeed, storeFeed } from './feeds.repository.ts';

type Prepared = { source: TriggerSource; action: TriggerAction };

/** Checks a feed of public alerts, and what only one can do. Throws unprocessable. */
export async function checkFeed({ alertFetch }: Pick<Deps, 'alertFetch'>, { source, action }: Prepared): Promise<void> {
  if (source.type !== 'alert_feed') {
    if (action.type === 'alert') throw fieldError('unprocessable', 'action', 'Only a public alert can be said');
    return;
  }
  if (source.ends && action.type !== 'emergency')
    throw fieldError('unprocessable', 'source', 'Only an emergency can be ended when the sender cancels its alert');
  await alertFetch.check(source.url);
}

/** Throws unprocessable for one feed too many. The row of the owner is locked. */
export async function requireRoomForFeed(
  trx: Kysely<Database>,
  { user, ownerId }: { user: Principal; ownerId: number },
  { source, exceptTrigger }: { source: TriggerSource; exceptTrigger: number | null },
): Promise<void> {
  if (source.type !== 'alert_feed') return;
  const share = { user, ownerId, max: ALERT_FEEDS_MAX, what: 'feeds of public alerts' };
  requireShare(await findHeldFeeds(trx, ownerId, exceptTrigger), share);
}

/** After a change of a trigger: its feed is read at once, and one that is new, turned on, or at another address starts with the alerts from now on. */
export async function changeFeed(
  trx: Kysely<Database>,
  before: Pick<Row<'triggers'>, 'id' | 'source' | 'enabled'>,
  { source, enabled }: { source: TriggerSource; enabled: boolean },
): Promise<void> {
  if (source.type !== 'alert_feed') return removeFeed(trx, before.id);
  const isSame = before.source.type === 'alert_feed' && before.source.url === source.url;
  await storeFeed(trx, before.id, { arm: !isSame || (enabled && !before.enabled) });
}

/** For the audit: of the address of a feed only the server, since what follows it may be a secret. */
export const shownSource = (source: TriggerSource): TriggerSource =>
  source.type === 'alert_feed' ? { ...source, url: new URL(source.url).origin } : source;
