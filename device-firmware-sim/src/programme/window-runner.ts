import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { Clock } from '../hardware/clock.ts';
import type { RunLog } from '../hardware/run-log.ts';
import type { Background } from '../playback/background.ts';
import type { Reporter } from '../playback/reporter.ts';
import { isRun, timelineOf, windowAt, type SoundWindow } from './timeline.ts';

const MINUTE_MS = 60_000;
/** A station that could not be heard is tried again after this time. */
const TRY_AGAIN_MS = 10 * MINUTE_MS;

type WindowRunnerDeps = {
  clock: Clock;
  programme: () => Programme | null;
  runs: RunLog;
  reporter: Reporter;
  background: Pick<Background, 'set'>;
  /** Whether quiet hours silence music and radio now. */
  isQuiet: () => boolean;
};

export type WindowRunner = ReturnType<typeof createWindowRunner>;

/** Plays the windows of music, radio and silence of the programme, and reports those that schedules have made. */
export function createWindowRunner({ clock, programme, runs, reporter, background, isQuiet }: WindowRunnerDeps) {
  let playing: SoundWindow | null = null;
  let quiet = false;
  let checkedMinute = 0;
  /** Until when the stations of schedules are not tried that could not be heard, by `keyOf`; by the monotonic clock. */
  const silentUntil = new Map<string, number>();
  const isSilent = (window: SoundWindow): boolean => silentUntil.has(keyOf(window));

  /** Reports the windows of schedules that are over, whether or not they were heard. */
  function reportEnded(current: Programme, now: number): void {
    const compiledAt = Date.parse(current.compiled_at);
    for (const { runId, from, until } of endedRuns(current, now)) {
      const logged = runs.get(runId);
      if (logged && !logged.ended) reporter.report(runId, 'finished', null, until);
      else if (!logged && from >= compiledAt) reportUnheard(runId);
    }
  }

  function reportUnheard(runId: string): void {
    if (quiet) reporter.report(runId, 'skipped', reasonText('quiet_hours'));
    else reporter.report(runId, 'missed', reasonText('not_played'));
  }

  function reportCutShort({ sound }: SoundWindow): void {
    if (!isRun(sound) || runs.get(sound.run_id)?.ended !== false) return;
    reporter.report(sound.run_id, 'interrupted', reasonText(quiet ? 'quiet_hours' : 'programme_changed'));
  }

  function play(window: SoundWindow | null, now: number): void {
    if (keyOf(window) === keyOf(playing)) return void (playing = window);
    if (playing && now < playing.until) reportCutShort(playing);
    playing = window;
    background.set(window);
  }

  function update(): void {
    const current = programme();
    const now = clock.now();
    if (current) reportEnded(current, now);
    quiet = isQuiet();
    play(current && !quiet ? windowAt(timelineOf(current), now, isSilent) : null, now);
  }

  return {
    /** Plays what is due now. */
    update,
    /** Must be called once a second: quiet hours may have begun or ended with the minute. */
    tick(): void {
      const minute = Math.floor(clock.now() / MINUTE_MS);
      if (minute === checkedMinute) return;
      checkedMinute = minute;
      const triedAgain = [...silentUntil].filter(([, until]) => until <= clock.monotonic());
      for (const [key] of triedAgain) silentUntil.delete(key);
      if (triedAgain.length > 0 || isQuiet() !== quiet) update();
    },
    stop(): void {
      playing = null;
      background.set(null);
    },
    /** Its station cannot be heard: the day programme plays instead, and the server is told once. */
    silent(window: SoundWindow): void {
      const { sound } = window;
      if (!isRun(sound)) return;
      const logged = runs.get(sound.run_id);
      if (!logged?.ended)
        reporter.report(sound.run_id, logged ? 'interrupted' : 'skipped', reasonText('station_silent'));
      silentUntil.set(keyOf(window), clock.monotonic() + TRY_AGAIN_MS);
      update();
    },
    /** It is heard for the first time. */
    started({ sound }: SoundWindow): void {
      if (isRun(sound) && !runs.has(sound.run_id)) reporter.report(sound.run_id, 'started');
    },
  };
}

/** The runs of schedules whose windows are over. */
function* endedRuns(programme: Programme, now: number): Generator<{ runId: string; from: number; until: number }> {
  for (const { sound, from, until } of timelineOf(programme).runs) {
    if (from > now) return;
    if (until <= now && isRun(sound)) yield { runId: sound.run_id, from, until };
  }
}

/** Equal for windows that sound the same, also of different versions of a programme. */
function keyOf(window: SoundWindow | null): string {
  if (!window) return '';
  const { sound } = window;
  if (!isRun(sound)) return JSON.stringify({ ...sound, until: null });
  return JSON.stringify({ ...sound, until: null, at: null });
}
