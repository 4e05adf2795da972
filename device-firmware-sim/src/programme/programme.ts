import { playedItemsOf, type Programme, type ProgrammeRun } from '@belfry/schemas/http/schedules/programme';
import type { Priority } from '@belfry/schemas/domain/announcements';
import { isQuiet } from '@belfry/schemas/domain/quiet-hours';
import type { RunLog } from '../hardware/run-log.ts';

export type SpeechRun = Extract<ProgrammeRun, { kind: 'speech' }>;
type WindowRun = Exclude<ProgrammeRun, SpeechRun>;
export type SoundWindow = { sound: WindowRun | Programme['music'][number]; from: number; until: number };
export type TimedRun = { run: SpeechRun; at: number };

/** A programme with its instants as numbers (ms since 1970). */
type Timeline = {
  /** Sorted by instant. */
  speech: readonly TimedRun[];
  /** Sorted by start; those of one kind do not overlap. */
  runs: readonly SoundWindow[];
  music: readonly SoundWindow[];
};

export const isRun = (sound: SoundWindow['sound']): sound is WindowRun => 'run_id' in sound;

const timelines = new WeakMap<Programme['runs'], Map<Programme['music'], Timeline>>();

/** The timeline of a programme. Programmes with the same runs and music share it. */
export function timelineOf({ runs, music }: Programme): Timeline {
  const existing = timelines.get(runs)?.get(music);
  if (existing) return existing;
  const timeline = {
    speech: runs
      .flatMap((run) => (run.kind === 'speech' ? [{ run, at: Date.parse(run.at) }] : []))
      .toSorted((a, b) => a.at - b.at),
    runs: runs.flatMap((run) => (run.kind === 'speech' ? [] : [windowOf(run, run.at, run.until)])),
    music: music.map((part) => windowOf(part, part.from, part.until)),
  };
  timelines.set(runs, new Map([[music, timeline]]));
  return timeline;
}

const windowOf = (sound: SoundWindow['sound'], from: string, until: string): SoundWindow => ({
  sound,
  from: Date.parse(from),
  until: Date.parse(until),
});

/**
 * The window at this instant: runs of schedules come before the day programme.
 * @param isSilent those that cannot be heard; the fallback of their station is in their place
 */
export function windowAt(
  { runs, music }: Timeline,
  now: number,
  isSilent: (window: SoundWindow) => boolean = () => false,
): SoundWindow | null {
  for (const windows of [runs, music]) {
    for (const window of windows) {
      if (window.from > now || now >= window.until) continue;
      const heard = isSilent(window) ? fallbackOf(window) : window;
      if (heard) return heard;
    }
  }
  return null;
}

/** The playlist that is heard while the station of a window cannot be heard, in the same time; null if there is none. */
export function fallbackOf({ sound, from, until }: SoundWindow): SoundWindow | null {
  if (sound.kind !== 'station' || !sound.fallback) return null;
  const { name, ...playlist } = sound.fallback;
  if (!isRun(sound)) {
    const { volume } = sound;
    return {
      from,
      until,
      sound: { kind: 'playlist', name, ...playlist, from: sound.from, until: sound.until, volume },
    };
  }
  const { run_id, schedule_id, at, volume } = sound;
  const during = { run_id, schedule_id, title: name, at, until: sound.until };
  return { from, until, sound: { kind: 'playlist', ...during, ...playlist, volume } };
}

/**
 * The next instant after `now` at which something begins or ends; null if there is none.
 * @param prepareMs how long before its instant an announcement begins to be prepared
 */
export function nextChange({ speech, runs, music }: Timeline, now: number, prepareMs: number): number | null {
  let next = Infinity;
  const consider = (at: number): void => void (at > now && at < next && (next = at));
  for (const { from, until } of [...runs, ...music]) {
    consider(from);
    consider(until);
  }
  const run = speech.find(({ at }) => at - prepareMs > now);
  if (run) consider(run.at - prepareMs);
  return next === Infinity ? null : next;
}

/** The hashes of the audio that it needs from now on: that of emergencies, of which there are `kept`, then the soonest. */
export function neededAudio(programme: Programme, now: number): { sha256s: string[]; kept: number } {
  const { speech, runs, music } = timelineOf(programme);
  const emergencies = new Set(programme.emergency.flatMap(({ items }) => items.map(({ sha256 }) => sha256)));
  const windows = [...runs, ...music].filter(({ until }) => until > now);
  const upcoming = [
    ...speech.filter(({ at }) => at > now).map(({ run, at }) => ({ at, items: run.items })),
    ...windows.map(({ sound, from }) => ({ at: from, items: playedItemsOf(sound) })),
  ].toSorted((a, b) => a.at - b.at);
  const soonest = upcoming.flatMap(({ items }) => items.map(({ sha256 }) => sha256));
  return { sha256s: [...new Set([...emergencies, ...soonest])], kept: emergencies.size };
}

/** The settings of the place of a device, from its programme; a device without programme has no limits. */
type PlaceRules = Pick<Programme, 'time_zone' | 'volume_max' | 'quiet_hours'>;

/** Whether nothing of this priority may be heard; see ANN-7. */
export function isSilent(rules: PlaceRules | null, priority: Priority, now: number): boolean {
  if (rules === null || priority === 'emergency') return false;
  try {
    return isQuiet(rules.quiet_hours, rules.time_zone, new Date(now));
  } catch {
    // A zone that this device does not know must not silence it for ever.
    return false;
  }
}

/** The volume within the limit of the place; see ANN-7. */
export const limitedVolume = (rules: PlaceRules | null, priority: Priority, volume: number): number =>
  rules === null || priority === 'emergency' ? volume : Math.min(volume, rules.volume_max);

/**
 * Marks the announcements of a new programme as handled that the device had not been given before their instant: it was
 * somewhere else then, so it neither plays them late nor reports them.
 */
export function leaveOutFormerRuns(runs: RunLog, before: Programme | null, programme: Programme | null): void {
  if (!programme) return;
  const compiledAt = Date.parse(programme.compiled_at);
  const earlierIds = new Set(before?.runs.map(({ run_id }) => run_id));
  for (const { run, at } of timelineOf(programme).speech) {
    if (at >= compiledAt) return;
    if (!earlierIds.has(run.run_id) && !runs.has(run.run_id)) runs.set(run.run_id, { at, ended: true });
  }
}
