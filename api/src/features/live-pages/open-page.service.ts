import { randomUUID } from 'node:crypto';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import {
  PAGE_MAX_MS,
  PAGE_TITLES,
  type PageAnswer,
  type PageBody,
  PAGES_PER_HOUR_MAX,
} from '@belfry/schemas/http/live-pages/live-pages';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';
import type { Kysely } from 'kysely';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, asError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { holdMemberships } from '../../people/memberships.repository.ts';
import type { OwnersPolicy } from '../../policies/owners.ts';
import {
  hasPlacesOf,
  insertPageRun,
  markSent,
  notifyRunsChanged,
  type PlannedPlaces,
  planPlaces,
} from '../announcements/index.ts';
import { choosePath } from './choose-path.ts';
import { endPage } from './end-page.service.ts';
import { RECORDING_BYTES, requireRecordingRoom } from './keep-recording.service.ts';
import {
  countInstances,
  findCapable,
  holdPage,
  insertPage,
  requireRoom,
  type StoredPage,
} from './live-pages.repository.ts';

/** The token opens the socket within this time. */
export const TOKEN_MS = 30_000;
/** Invitations outlast the longest page, with the time that busy places are waited for. */
export const INVITED_MS = 240_000;
/** The run begins within this time. */
const RUN_MS = 300_000;
/** Time until the commands have reached the devices, which begin together. */
const CHIME_AFTER_MS = 400;

/** Who may speak where; a page with the priority of emergencies needs the right to start these. */
export type PagePolicies = Record<'speak' | 'emergency', OwnersPolicy>;

type Target = {
  device_id: number;
  serial: string;
  user_id: number | null;
  volume: number | null;
  is_old: boolean;
  online: boolean;
  command_id: string | null;
};

/**
 * Opens a live page: budget and rights, rows, invitations, commands to the devices, in this order; see PAGE-1. Throws broker_unavailable,
 * rate_limited, conflict where the person speaks already, unprocessable where what is to be recorded first has no room, and what `planPlaces` throws.
 */
export async function openPage(deps: Deps, actor: Actor, policies: PagePolicies, body: PageBody): Promise<PageAnswer> {
  const { user } = actor;
  if (!deps.broker.connected) throw new AppError('broker_unavailable', 'The message broker cannot be reached');
  const limit = { key: `page:${user.id}`, hits: PAGES_PER_HOUR_MAX, windowSeconds: 3_600 };
  await countAttempt(deps, [limit], 'Too many live pages.');
  const isEmergency = body.priority === 'emergency';
  const policy = isEmergency ? policies.emergency : policies.speak;
  const plan = await planPlaces(deps, { user, policy }, body.targets, { limited: !isEmergency });
  const capable = await findCapable(
    deps.db,
    plan.places.map(({ device_id }) => device_id),
  );
  const path = choosePath({ devices: capable.size, instances: await countInstances(deps.db) });
  // What is not kept is heard by nobody.
  if (path === 'record') await requireRecordingRoom(deps.db, plan.owner_id, RECORDING_BYTES);
  const targets = targetsOf(plan, capable, { sends: path !== 'record' });
  const page = { page_id: randomUUID(), run_id: randomUUID(), path };
  const token = createKey();
  await transact(deps.db, (trx) => storePage(trx, actor, { body, plan, targets, page, token }));
  const user_ids = [...new Set([plan.owner_id, user.id])];
  notifyRunsChanged(deps.events, [{ run_id: page.run_id, user_ids }]);
  if (path !== 'record') await inviteDevices(deps, actor, { body, targets, page });
  const chime = path === 'record' ? null : await deps.rendering.chime(body.chime);
  const offline = targets.filter(({ online }) => !online).length;
  return {
    page_id: page.page_id,
    run_id: page.run_id,
    devices: targets.length,
    offline,
    old: targets.filter(({ is_old, online }) => is_old && online).length,
    path,
    codec: 'opus',
    frame_ms: PAGE_FRAME_MS,
    speak_after_ms: path === 'record' ? 0 : CHIME_AFTER_MS + (chime?.duration_ms ?? 0),
    audio_url: `/api/pages/${page.page_id}/audio?token=${token}`,
  };
}

/** Devices with the same volume share a command. */
function targetsOf(
  { places, volumes }: PlannedPlaces,
  capable: ReadonlySet<number>,
  { sends }: { sends: boolean },
): Target[] {
  const commands = new Map<number | null, string>();
  const commandOf = (volume: number | null): string => {
    const id = commands.get(volume) ?? randomUUID();
    commands.set(volume, id);
    return id;
  };
  return places.map(({ device_id, serial, user_id, status }) => {
    const volume = volumes.get(device_id) ?? null;
    const is_old = !capable.has(device_id);
    const command_id = sends && !is_old ? commandOf(volume) : null;
    return { device_id, serial, user_id, volume, is_old, online: canReceiveCommands(status), command_id };
  });
}

type Opening = {
  body: PageBody;
  plan: PlannedPlaces;
  targets: readonly Target[];
  page: Pick<StoredPage, 'page_id' | 'run_id' | 'path'>;
  token: string;
};

async function storePage(
  trx: Kysely<Database>,
  actor: Actor,
  { body, plan, targets, page, token }: Opening,
): Promise<void> {
  const { user } = actor;
  const { page_id, run_id, path } = page;
  const owner_id = plan.owner_id;
  const now = Date.now();
  await requireRoom(trx, { openedBy: user.id, ownerId: owner_id });
  const started_by = owner_id === user.id ? null : user.id;
  const run = {
    run_id,
    user_id: owner_id,
    started_by,
    title: PAGE_TITLES.live,
    priority: body.priority,
    chime: body.chime,
  };
  const places = plan.places.map((place, at) => ({
    ...place,
    online: targets[at]?.online ?? false,
    volume: targets[at]?.volume ?? null,
  }));
  await insertPageRun(trx, { ...run, targets: body.targets, expires_at: new Date(now + RUN_MS) }, places);
  if (started_by !== null) {
    await holdMemberships(trx, started_by);
    if (!(await hasPlacesOf(trx, run_id, [plan.permitted]))) throw notFound('A selected place does not exist');
  }
  await insertPage(
    trx,
    {
      page_id,
      run_id,
      path,
      user_id: owner_id,
      opened_by: user.id,
      key_id: user.key_id,
      busy: body.busy,
      priority: body.priority,
      token_hash: hashKey(token),
      token_until: new Date(now + TOKEN_MS),
      // The instance of the socket renews the page more often; see start-pages.ts.
      alive_until: new Date(now + TOKEN_MS),
      opened_at: new Date(now),
    },
    targets.map(({ serial: _serial, online: _online, ...device }) => device),
  );
  const about = { devices: targets.length, priority: body.priority, busy: body.busy };
  await audit(trx, actor, {
    action: 'page.open',
    object_kind: 'announcement',
    object_id: run_id,
    ...(started_by !== null && { owner_id }),
    details: about,
    after: { ...about, targets: body.targets },
  });
}

type Inviting = Omit<Opening, 'plan' | 'token'>;

/** Where the broker is away, the page ends. */
async function inviteDevices(deps: Deps, actor: Actor, { body, targets, page }: Inviting): Promise<void> {
  const { page_id, run_id, path } = page;
  try {
    const invited = targets.filter(({ command_id }) => command_id !== null);
    if (path === 'mqtt')
      await deps.broker.invite(
        page_id,
        invited.map(({ serial }) => serial),
        new Date(Date.now() + INVITED_MS),
      );
    const params = await paramsOf(deps, { body, page });
    for (const [commandId, devices] of Map.groupBy(invited, ({ command_id }) => command_id)) {
      if (commandId === null) continue;
      const deviceIds = devices.map(({ device_id }) => device_id);
      const volume = devices[0]?.volume ?? null;
      const { offline, devices: told } = await deps.commands.sendToMany({
        commandId,
        userId: actor.user.id,
        command: 'page_open',
        params: { ...params, ...(volume !== null && { volume }) },
        deviceIds,
        // Who comes back in time joins in the middle.
        expiresInS: PAGE_MAX_MS / 1_000,
        waits: true,
        onlyWhile: holdPage(page_id),
      });
      await markSent(deps.db, { runId: run_id, deviceIds: told, offline });
    }
  } catch (error) {
    await endPage(deps, page_id, { by: 'broker' });
    throw asError(error);
  }
}

async function paramsOf(
  { rendering }: Pick<Deps, 'rendering'>,
  { body, page: { page_id, run_id, path } }: Pick<Inviting, 'body' | 'page'>,
): Promise<CommandParams<'page_open'>> {
  const chime = await rendering.chime(body.chime);
  return {
    page_id,
    run_id,
    codec: 'opus',
    frame_ms: PAGE_FRAME_MS,
    starts_at: new Date(Date.now() + CHIME_AFTER_MS).toISOString(),
    chime: chime && { sha256: chime.sha256, duration_ms: chime.duration_ms },
    priority: body.priority,
    // Who is busy gets the recording.
    busy: body.busy === 'afterwards' ? 'skip' : body.busy,
    ...(body.busy === 'wait' && { wait_s: body.wait_s }),
    ...(path === 'http' && { stream: `/api/pages/${page_id}/stream` }),
  };
}
