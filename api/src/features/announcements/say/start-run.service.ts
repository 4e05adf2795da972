import { randomUUID } from 'node:crypto';
import type { Chime, Priority } from '@belfry/schemas/domain/announcements';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { SayAnswer } from '@belfry/schemas/http/announcements/announcements';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { transact } from '../../../db/transact.ts';
import { type Actor, audit } from '../../../audit/audit-log.repository.ts';
import { notifyRunsChanged } from '../run-events.ts';
import { insertRun, type NewPart, type NewRun } from './new-run.repository.ts';
import type { Plan, PlannedPart } from './plan.ts';
import { sendPart } from './send-part.service.ts';
import { scheduleParts, scheduleSweep } from '../announcement-jobs.ts';
import type { Deps } from '../../../deps.ts';

/** The maximum number of rendered parts that the request itself sends; more are sent by jobs. */
const PARTS_AT_ONCE = 8;

export type RunToStart = {
  actor: Actor;
  kind: NewRun['kind'];
  title: string;
  priority: Priority;
  messageId: number | null;
  chime: Chime;
  /** 0: until it is stopped. */
  repeat: number;
  pauseMs: number;
  targets: Targets;
  expiresInS: number;
  plan: Plan;
};

/** Stores a run and sends it: immediately where all of its audio is there, otherwise by jobs that render it first; see ANN-3. */
export async function startRun(deps: Deps, given: RunToStart): Promise<SayAnswer> {
  const { actor, plan, kind } = given;
  const run_id = randomUUID();
  const ready = await deps.rendering.findReady(plan.parts.map(({ spoken }) => spoken.key));
  const parts = plan.parts.map((part): NewPart => {
    const items: AudioItem[] | null = ready.get(deps.rendering.keyOf(part.spoken.key)) ?? null;
    return { part: part.part, items, volume: part.volume };
  });
  // An emergency waits for devices that are offline, so their speech is needed as well.
  const wanted = plan.parts.filter(({ places }) => kind === 'emergency' || places.some(({ online }) => online));
  const isReady = ({ part }: PlannedPart): boolean => parts[part]?.items !== null;
  const atOnce = wanted.length <= PARTS_AT_ONCE && wanted.every(isReady);
  const run = newRun(run_id, given, atOnce);
  const devices = plan.places.length;
  await transact(deps.db, async (trx) => {
    await insertRun(trx, run, plan, parts);
    const details = { kind, title: given.title, devices };
    await audit(trx, actor, {
      action: kind === 'say' ? 'announcement.start' : 'emergency.start',
      object_kind: 'announcement',
      object_id: run_id,
      details,
    });
    await scheduleSweep(trx, deps.jobs, run_id, run.expires_at);
    if (!atOnce) {
      const numbers = wanted.map(({ part }) => part);
      await scheduleParts(trx, deps.jobs, run_id, numbers);
    }
  });
  notifyRunsChanged(deps.events, [{ run_id, user_ids: ownersOf(plan, actor.user.id) }]);
  if (atOnce) void sendAll(deps, run_id, wanted);
  return { run_id, devices, offline: plan.places.filter(({ online }) => !online).length };
}

const newRun = (run_id: string, given: RunToStart, atOnce: boolean): NewRun => ({
  run_id,
  kind: given.kind,
  user_id: given.actor.user.id,
  title: given.title,
  priority: given.priority,
  state: atOnce ? 'running' : 'rendering',
  message_id: given.messageId,
  expires_at: new Date(Date.now() + given.expiresInS * 1_000),
  chime: given.chime,
  repeat: given.repeat,
  pause_ms: given.pauseMs,
  targets: given.targets,
});

/** Sends the parts after the answer, so that no caller waits for thousands of messages. What is not sent expires. */
async function sendAll(deps: Deps, runId: string, parts: readonly PlannedPart[]): Promise<void> {
  try {
    await Promise.all(parts.map(({ part }) => sendPart(deps, runId, part)));
  } catch (error) {
    deps.log.error({ err: error, run_id: runId }, 'an announcement could not be sent');
  }
}

const ownersOf = ({ places }: Plan, userId: number): number[] => [
  ...new Set([userId, ...places.flatMap(({ place }) => place.user_id ?? [])]),
];
