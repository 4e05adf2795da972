import type { Programme, ProgrammeRun } from '@belfry/schemas/http/schedules/programme';

export type SpeechRun = Extract<ProgrammeRun, { kind: 'speech' }>;
type WindowRun = Exclude<ProgrammeRun, SpeechRun>;
/** What plays in the background in a window of time: a run of a schedule, or a part of the day programme. */
export type SoundWindow = { sound: WindowRun | Programme['music'][number]; from: number; until: number };
export type TimedRun = { run: SpeechRun; at: number };

/** A programme with its instants as numbers (ms since 1970). */
type Timeline = {
  /** By their instant. */
  speech: readonly TimedRun[];
  /** By their start. Those of one kind do not overlap. */
  runs: readonly SoundWindow[];
  music: readonly SoundWindow[];
};

export const isRun = (sound: SoundWindow['sound']): sound is WindowRun => 'run_id' in sound;

const timelines = new WeakMap<Programme['runs'], Map<Programme['music'], Timeline>>();

/** The timeline of a programme. Programmes with the same runs and music share it. */
export function timelineOf({ runs, music }: Programme): Timeline {
  const known = timelines.get(runs)?.get(music);
  if (known) return known;
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

/** The window at this instant: runs of schedules come before the day programme. @param isSilent those that cannot be heard */
export function windowAt(
  { runs, music }: Timeline,
  now: number,
  isSilent: (window: SoundWindow) => boolean = () => false,
): SoundWindow | null {
  const isNow = ({ from, until }: SoundWindow): boolean => from <= now && now < until;
  return runs.find((window) => isNow(window) && !isSilent(window)) ?? music.find(isNow) ?? null;
}

/** The next instant after `now` at which something begins or ends; null if there is none. */
export function nextChange({ speech, runs, music }: Timeline, now: number): number | null {
  let next = Infinity;
  const consider = (at: number): void => void (at > now && at < next && (next = at));
  for (const { from, until } of [...runs, ...music]) {
    consider(from);
    consider(until);
  }
  const run = speech.find(({ at }) => at > now);
  if (run) consider(run.at);
  return next === Infinity ? null : next;
}

/** The hashes of the audio that it needs from now on: that of emergencies, of which there are `kept`, then the soonest. */
export function neededAudio(programme: Programme, now: number): { sha256s: string[]; kept: number } {
  const { speech, runs, music } = timelineOf(programme);
  const emergencies = new Set(programme.emergency.flatMap(({ items }) => items.map(({ sha256 }) => sha256)));
  const windows = [...runs, ...music].filter(({ until }) => until > now);
  const upcoming = [
    ...speech.filter(({ at }) => at > now).map(({ run, at }) => ({ at, items: run.items })),
    ...windows.map(({ sound, from }) => ({ at: from, items: 'items' in sound ? sound.items : [] })),
  ].toSorted((a, b) => a.at - b.at);
  const soonest = upcoming.flatMap(({ items }) => items.map(({ sha256 }) => sha256));
  return { sha256s: [...new Set([...emergencies, ...soonest])], kept: emergencies.size };
}
