import { TARGET_DEVICES_MAX } from '@belfry/schemas/domain/announcements';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply } from '../../http/routes/route.ts';
import { speechTargets, readableAnnouncements, readableNodes, type OwnersPolicy } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { previewSpeech } from './preview.ts';
import { findPlayed, findReceipt } from './receipts.repository.ts';
import { findRun, listDeliveries, listRuns } from './runs.repository.ts';
import { findSaid, sayAgain } from './say-again.service.ts';
import { say } from './say.service.ts';
import { countAway } from './when-back.repository.ts';
import { STOP_POLICIES, stopRun } from './stop.service.ts';

/** Lists of 1,000 serials twice, and a text. */
const BODY_BYTES = 200_000;

export const sayRoutes = [
  serve(
    sayHttp.say,
    { access: 'signed-in', policy: speechTargets, bodyLimit: BODY_BYTES, audit: 'service' },
    async ({ deps, user, policy, body, ip }) => Reply.of(await say(deps, { user, ip }, policy, body), { status: 202 }),
  ),
  serve(
    sayHttp.preview,
    { access: 'signed-in', policy: speechTargets, bodyLimit: BODY_BYTES, audit: 'none: it shows what would happen' },
    ({ deps, user, policy, body }) => previewSpeech(deps, user, policy, body),
  ),
];

const pageOf = ({ page, page_size: limit }: { page: number; page_size: number }) => ({
  limit,
  offset: (page - 1) * limit,
});

async function readDetails(
  { long }: Deps,
  user: Principal,
  policy: OwnersPolicy,
  { run_id, page, page_size }: { run_id: string; page?: number | undefined; page_size: number },
) {
  return long.read(user.id, async ({ db }) => {
    const reader = { owners: policy(user), names: readableNodes(user) };
    const [run, receipt, said, away] = await Promise.all([
      findRun(db, reader.owners, run_id),
      findReceipt(db, reader, run_id),
      findSaid(db, run_id),
      countAway(db, reader.owners, run_id),
    ]);
    if (!run || !receipt) throw notFound('Run not found');
    const range = page === undefined ? { limit: TARGET_DEVICES_MAX, offset: 0 } : pageOf({ page, page_size });
    const deliveries = await listDeliveries(db, reader, run_id, range);
    const played = await findPlayed(db, reader.owners, run_id);
    return Reply.of(
      { ...run, receipt, text: said?.text ?? null, played, may_say_again: said !== null, away, deliveries },
      { headers: { 'X-Total-Count': String(run.devices) } },
    );
  });
}

export const runsRoutes = [
  serve(
    announcementsHttp.runs,
    { access: 'signed-in', policy: readableAnnouncements },
    async ({ deps, user, policy, query }) => {
      const { rows, total } = await deps.long.read(user.id, ({ db }) => listRuns(db, policy(user), pageOf(query)));
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(
    announcementsHttp.run,
    { access: 'signed-in', policy: readableAnnouncements },
    ({ deps, user, policy, params, query }) => readDetails(deps, user, policy, { ...params, ...query }),
  ),
  serve(
    announcementsHttp.again,
    { access: 'signed-in', policy: { read: readableAnnouncements, speak: speechTargets }, audit: 'service' },
    async ({ deps, user, policy, params, body, ip }) =>
      Reply.of(await sayAgain(deps, { user, ip }, { policy, runId: params.run_id, to: body.to }), { status: 202 }),
  ),
  serve(
    announcementsHttp.stop,
    { access: 'signed-in', policy: { read: readableAnnouncements, ...STOP_POLICIES }, audit: 'service' },
    async ({ deps, user, policy, params: { run_id: runId }, ip }) => {
      await stopRun(deps, { user, ip }, { runId, policies: policy });
      const run = await findRun(deps.db, policy.read(user), runId);
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
];
