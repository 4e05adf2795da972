import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { AppError, notFound } from '../../errors.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply } from '../../http/routes/route.ts';
import { emergencyTargets, type OwnersPolicy, speechTargets, visibleOwners } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { endPage } from './end-page.service.ts';
import { openFrameStream } from './frame-stream.ts';
import { hasRecordingRoom } from './keep-recording.service.ts';
import { openPage } from './open-page.service.ts';
import { mayStream, readPage } from './page-devices.repository.ts';
import { pageStateOf } from './page-state.ts';
import { findPageOf } from './live-pages.repository.ts';

/** Two lists of 1,000 serials. */
const BODY_BYTES = 200_000;

/** Throws not_found unless the caller has opened the page or it is at their places. */
async function requirePage(
  { db }: Pick<Deps, 'db'>,
  user: Principal,
  policy: OwnersPolicy,
  pageId: string,
): Promise<void> {
  if (!(await findPageOf(db, user, policy(user), pageId))) throw notFound('Page not found');
}

async function readState({ db }: Pick<Deps, 'db'>, pageId: string) {
  const page = await readPage(db, pageId);
  if (!page) throw notFound('Page not found');
  return pageStateOf(page);
}

export const livePagesRoutes = [
  serve(livePagesHttp.settings, { access: 'signed-in' }, async ({ deps: { broker, config, db }, user }) => ({
    available: broker.connected,
    recording_days: config.PAGE_RECORDING_DAYS,
    recording_room: await hasRecordingRoom(db, user.id),
  })),
  serve(
    livePagesHttp.open,
    {
      access: 'signed-in',
      policy: { speak: speechTargets, emergency: emergencyTargets },
      bodyLimit: BODY_BYTES,
      audit: 'service',
    },
    async ({ deps, user, policy, body, ip }) =>
      Reply.of(await openPage(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(
    livePagesHttp.read,
    { access: 'signed-in', policy: visibleOwners },
    async ({ deps, user, policy, params: { page_id: pageId } }) => {
      await requirePage(deps, user, policy, pageId);
      return readState(deps, pageId);
    },
  ),
  serve(
    livePagesHttp.close,
    { access: 'signed-in', policy: visibleOwners, audit: 'service' },
    async ({ deps, user, policy, params: { page_id: pageId }, ip }) => {
      await requirePage(deps, user, policy, pageId);
      const actor = { user, ip };
      // Where the speaker is here, the devices get the last frame first.
      const speaking = deps.livePages.get(pageId);
      if (speaking) await speaking.end('closed', actor);
      else await endPage(deps, pageId, { by: 'closed', actor });
      return readState(deps, pageId);
    },
  ),
  serve(
    livePagesHttp.stream,
    { access: 'device-or-admin', policy: 'own' },
    async ({ deps, device, params: { page_id: pageId } }) => {
      if (!device || !(await mayStream(deps.db, pageId, device.device_id))) throw notFound('Page not found');
      const frames = openFrameStream(deps.livePages, pageId, device.serial);
      if (!frames) throw new AppError('conflict', 'This device reads the page already');
      return Reply.bytes(frames, 'application/octet-stream');
    },
  ),
];
