import { randomUUID } from 'node:crypto';
import { PAGE_AFTERWARDS_MS, type PageEnd } from '@belfry/schemas/http/live-pages/live-pages';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { isReportAwaited, notifyRunsChanged, scheduleSweep, sweepRun } from '../announcements/index.ts';
import { readPage } from './page-devices.repository.ts';
import { markEnded, type StoredPage } from './live-pages.repository.ts';

/** The devices report how they have ended within this time. */
const REPORTED_AFTER_MS = 15_000;
const CLOSE_EXPIRES_S = 15;

/**
 * Ends a page once, whoever asks first: by any instance, whichever has the socket. The devices are told to stop, and report with figures what they
 * have heard; where none of them was reached, the run ends at once. Whoever has the socket notices and keeps the recording.
 * @param actor who ends it; absent where it ends by itself
 * @returns whether this call has ended it
 */
export async function endPage(
  deps: Pick<Deps, 'broker' | 'commands' | 'db' | 'events' | 'jobs' | 'log' | 'pool'>,
  pageId: string,
  { by, actor }: { by: PageEnd; actor?: Actor },
): Promise<boolean> {
  const closeCommandId = randomUUID();
  const page = await transact(deps.db, async (trx) => {
    const ended = await markEnded(trx, pageId, { by, closeCommandId });
    if (!ended) return null;
    const reportedAfterMs = ended.path === 'record' ? PAGE_AFTERWARDS_MS : REPORTED_AFTER_MS;
    await scheduleSweep(trx, deps.jobs, ended.run_id, new Date(Date.now() + reportedAfterMs));
    const waits = ended.path === 'record' || (await isReportAwaited(trx, ended.run_id));
    if (actor) {
      const object = { object_kind: 'announcement', object_id: ended.run_id, owner_id: ended.user_id } as const;
      const sides = { before: { state: 'live' }, after: { state: 'ended' } };
      await audit(trx, actor, { action: 'page.close', ...object, ...sides });
    }
    return { ...ended, waits };
  });
  if (!page) return false;
  await tellDevices(deps, page, closeCommandId).catch((error: unknown) =>
    // They end by themselves after a moment of silence.
    deps.log.warn({ err: error, page_id: pageId }, 'devices were not told of the end of a live page'),
  );
  if (!page.waits) await sweepRun(deps, page.run_id);
  notifyRunsChanged(deps.events, [{ run_id: page.run_id, user_ids: [...new Set([page.user_id, page.opened_by])] }]);
  return true;
}

async function tellDevices(
  { broker, commands, db }: Pick<Deps, 'broker' | 'commands' | 'db'>,
  { page_id, path, opened_by }: StoredPage,
  commandId: string,
): Promise<void> {
  if (path === 'record') return;
  const { devices = [] } = (await readPage(db, page_id)) ?? {};
  // Nobody joins any more.
  await commands.cancelMany([...new Set(devices.map(({ command_id }) => command_id))]);
  const deviceIds = devices.filter(({ lost }) => !lost).map(({ device_id }) => device_id);
  const params = { page_id };
  if (deviceIds.length > 0) {
    const to = { commandId, userId: opened_by, deviceIds, expiresInS: CLOSE_EXPIRES_S };
    await commands.sendToMany({ ...to, command: 'page_close', params });
  }
  if (path === 'mqtt') await broker.closePage(page_id);
}
