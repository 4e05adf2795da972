import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import type { CommandRun } from '@belfry/schemas/http/command-runs/runs';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { Rollout } from '@belfry/schemas/http/firmware/rollouts';

/** A problem, by the id of its subject. */
type Found<T> = { id: string; what: T };

/**
 * Compares a list with its previous state. The first call reports nothing: existing problems are known already.
 * @param problemsOf the problems among the rows
 */
export function createWatch<Row, T>(problemsOf: (rows: readonly Row[]) => Found<T>[]) {
  let ids: ReadonlySet<string> | null = null;
  return (rows: readonly Row[]): T[] => {
    const now = problemsOf(rows);
    const before = ids;
    ids = new Set(now.map(({ id }) => id));
    return before === null ? [] : now.flatMap(({ id, what }) => (before.has(id) ? [] : [what]));
  };
}

type FailedAnnouncement = { run: AnnouncementRun; failures: number };

/** Announcements that failed as a whole (without a number), and those that were not heard at some places. */
export const failedAnnouncements = (runs: readonly AnnouncementRun[]): Found<FailedAnnouncement>[] =>
  runs.flatMap((run) => {
    const { missed = 0, failed = 0, expired = 0 } = run.counts;
    const failures = missed + failed + expired;
    const isOver = run.ended_at !== null && run.state !== 'stopped';
    return run.state === 'failed' || (isOver && failures > 0) ? [{ id: run.run_id, what: { run, failures } }] : [];
  });

/** Command runs that stopped by themselves, and those that ended with failures. */
export const failedRuns = (runs: readonly CommandRun[]): Found<CommandRun>[] =>
  runs.flatMap((run) =>
    run.state === 'stopped' || (run.state === 'finished' && run.failures > 0) ? [{ id: run.run_id, what: run }] : [],
  );

/** Rollouts that stopped by themselves. One that is resumed and stops again is told again. */
export const stoppedRollouts = (rollouts: readonly Rollout[]): Found<Rollout>[] =>
  rollouts.flatMap((rollout) => (rollout.state === 'stopped' ? [{ id: rollout.rollout_id, what: rollout }] : []));

/** Of the devices that are offline, those that were heard of not long ago: older ones come into the list when others return. */
export const lostDevices = (devices: readonly Device[], now = Date.now()): Found<Device>[] =>
  devices.flatMap((device) =>
    device.last_seen !== null && now - Date.parse(device.last_seen) < RECENTLY_MS
      ? [{ id: device.serial, what: device }]
      : [],
  );
const RECENTLY_MS = 10 * 60_000;
