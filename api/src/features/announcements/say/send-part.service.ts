import { randomUUID } from 'node:crypto';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { SpeechError } from '../../speech/index.ts';
import { EMERGENCY_S } from '../announcement-jobs.ts';
import { notifyRunsChanged } from '../run-events.ts';
import { endFinishedRuns } from '../ended-runs.sql.ts';
import { claimPart, findPartToSend, markFailed, markRendered, markSent, type PartToSend } from './parts.repository.ts';
import type { Deps } from '../../../deps.ts';

const MIN_EXPIRY_S = 1;

type SendDeps = Pick<Deps, 'db' | 'pool' | 'commands' | 'events' | 'rendering'>;

/** Renders a part of a run if necessary, and sends it to the devices that wait for it. May be repeated. */
export async function sendPart(deps: SendDeps, runId: string, part: number, signal?: AbortSignal): Promise<void> {
  const found = await findPartToSend(deps.db, runId, part);
  if (!found) return;
  const items = await itemsOf(deps, found, signal).catch(async (error: unknown) => {
    if (!(error instanceof SpeechError)) throw error;
    await markFailed(deps.db, { runId, part, reason: error.message });
    return null;
  });
  if (items) await send(deps, runId, part, { ...found, items });
  await markRendered(deps.db, runId);
  const ended = await endFinishedRuns(deps.pool, [runId]);
  const { user_id } = found;
  const user_ids = [...new Set([...found.owner_ids, ...(user_id === null ? [] : [user_id])])];
  notifyRunsChanged(deps.events, [{ run_id: runId, user_ids }, ...ended]);
}

/** The chime and the speech, which the owners of the devices may download from now on. Throws SpeechError. */
async function itemsOf({ rendering }: SendDeps, part: PartToSend, signal?: AbortSignal): Promise<AudioItem[]> {
  const [chime, speech] = await Promise.all([rendering.chime(part.chime), speechOf()]);
  return chime ? [chime, ...speech] : speech;

  async function speechOf(): Promise<AudioItem[]> {
    const owners = [...new Set([...part.owner_ids, ...(part.user_id === null ? [] : [part.user_id])])];
    if (!part.items) return rendering.ensure(part, owners, signal);
    await rendering.addOwners(
      part.items.map(({ sha256 }) => sha256),
      owners,
    );
    return part.items;
  }
}

async function send(
  { db, commands }: SendDeps,
  runId: string,
  part: number,
  { items, priority, volume, repeat, pause_ms, ...run }: PartToSend & { items: AudioItem[] },
): Promise<void> {
  const waits = run.kind === 'emergency';
  const remainingS = Math.ceil((run.expires_at.getTime() - Date.now()) / 1_000);
  const params: CommandParams<'play'> = {
    run_id: runId,
    items: items.map(({ sha256, duration_ms }) => ({ sha256, duration_ms })),
    priority,
    ...(volume !== null && { volume }),
    repeat,
    pause_ms,
  };
  const speech = run.chime === 'none' ? items : items.slice(1);
  const commandId = await claimPart(db, { runId, part, items: speech, commandId: randomUUID() });
  const { offline } = await commands.sendToMany({
    commandId,
    userId: run.user_id,
    command: 'play',
    params,
    deviceIds: run.device_ids,
    expiresInS: waits ? EMERGENCY_S : Math.max(remainingS, MIN_EXPIRY_S),
    waits,
  });
  await markSent(db, { runId, deviceIds: run.device_ids, offline });
}
