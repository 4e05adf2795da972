import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { Cancel, Clock } from '../hardware/clock.ts';
import type { RunLog } from '../hardware/run-log.ts';
import type { Background } from '../playback/background.ts';
import type { Reporter } from '../playback/receipts.ts';
import type { Speech } from '../playback/speech.ts';
import { fallbackOf, isRun, nextChange, timelineOf, windowAt, type SoundWindow, type TimedRun } from './programme.ts';

/** A run that starts within this time is on time; the timers of a busy machine are not exact; see PLAY-1. */
const ON_TIME_MS = 5_000;
/**
 * An announcement is given to the players this long before its instant, and before its lead-in, to sink the music, decode it and wait; see
 * PLAY-17.
 */
const PREPARE_MS = 400;
/** What an output needs before the silence that it sends first. */
const DECODE_MS = 100;
/** How long a run that was on time may wait for other announcements. */
const WAIT_MS = 60_000;
const MINUTE_MS = 60_000;

type ProgrammeRunnerDeps = {
  clock: Clock;
  programme: () => Programme | null;
  runs: RunLog;
  reporter: Reporter;
  windows: WindowRunner;
  /** Of the output, in ms. */
  leadMs: number;
  say: (speech: Speech) => void;
};

/** Plays the programme by the clock of the device, with or without network; see ANN-8 and ANN-9. */
export function createProgrammeRunner({ clock, programme, runs, reporter, windows, leadMs, say }: ProgrammeRunnerDeps) {
  let handledUntil = 0;
  const timer = createInstantTimer(clock, advance);

  function advance(): void {
    timer.set(null);
    const current = programme();
    const now = clock.now();
    windows.update();
    if (!current) return;
    const timeline = timelineOf(current);
    const prepareMs = Math.max(PREPARE_MS, leadMs + DECODE_MS) + (current.lead_in?.ms ?? 0);
    const preparedUntil = now + prepareMs;
    for (const timed of timeline.speech) {
      if (timed.at > preparedUntil) break;
      if (timed.at > handledUntil && !runs.has(timed.run.run_id)) handle(timed, now, Date.parse(current.compiled_at));
    }
    // Not the maximum: after the clock was set back, the log of runs decides.
    handledUntil = preparedUntil;
    timer.set(nextChange(timeline, now, prepareMs));
  }

  function handle(timed: TimedRun, now: number, compiledAt: number): void {
    const startBy = startByOf(timed, now);
    if (startBy !== null) say(speechOf(timed, startBy));
    // What was over when the programme was compiled was not for this device to play.
    else if (timed.at >= compiledAt) reporter.report(timed.run.run_id, 'missed', MISSED.reason);
  }

  return {
    start(): void {
      handledUntil = 0;
      advance();
    },
    stop(): void {
      timer.set(null);
    },
    /** Must be called once a second. */
    tick: (): void => timer.check(),
  };
}

/** Until when a run may begin to be spoken; null if it is too late for it. */
function startByOf({ run, at }: TimedRun, now: number): number | null {
  const lateUntil = at + (run.missed.policy === 'late' ? run.missed.minutes * MINUTE_MS : 0);
  if (now <= at + ON_TIME_MS) return Math.max(at + WAIT_MS, lateUntil);
  return now <= lateUntil ? lateUntil : null;
}

const MISSED = { event: 'missed', reason: reasonText('late') } as const satisfies Speech['tooLate'];

const speechOf = ({ run, at }: TimedRun, startBy: number): Speech => ({
  run_id: run.run_id,
  title: run.title,
  items: run.items,
  priority: run.priority,
  volume: run.volume,
  repeat: run.repeat,
  pause_ms: run.pause_ms,
  startAt: at,
  startBy,
  tooLate: MISSED,
});

/** A timer is set this long before an instant; until then the clock is read once a second, so that it may jump. */
const TIMER_MS = 2_500;

/** Calls `due` at an instant of the clock, to the millisecond. */
function createInstantTimer(clock: Clock, due: () => void) {
  /** Null if there is nothing to wait for. */
  let instant: number | null = null;
  let cancelTimer: Cancel | null = null;

  function clearTimer(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  function check(): void {
    if (instant === null) return;
    const now = clock.now();
    if (now >= instant) due();
    else if (instant - now <= TIMER_MS) cancelTimer ??= clock.after(instant - now, timerFired);
  }

  /** A timer may fire a millisecond early, and the clock may have been set back. */
  function timerFired(): void {
    cancelTimer = null;
    check();
  }

  return {
    /** Waits for this instant instead of the former one; null: for none. */
    set(next: number | null): void {
      clearTimer();
      instant = next;
    },
    /** Must be called once a second. */
    check,
  };
}

type WindowRunnerDeps = {
  clock: Clock;
  programme: () => Programme | null;
  runs: RunLog;
  reporter: Reporter;
  background: Pick<Background, 'set' | 'canHear' | 'forgetProblem'>;
  isQuiet: () => boolean;
};

type WindowRunner = ReturnType<typeof createWindowRunner>;

export function createWindowRunner({ clock, programme, runs, reporter, background, isQuiet }: WindowRunnerDeps) {
  let playing: SoundWindow | null = null;
  let quiet = false;
  let checkedMinute = 0;
  const silent = createSilentStations({
    clock,
    canHear: background.canHear,
    changed: () => update(),
    ended: () => silent.isEmpty() && background.forgetProblem(),
  });
  const isSilent = (window: SoundWindow): boolean => silent.has(keyOf(window));

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
    if (silent.isEmpty()) background.forgetProblem();
  }

  function update(): void {
    const current = programme();
    const now = clock.now();
    if (current) reportEnded(current, now);
    quiet = isQuiet();
    play(current && !quiet ? windowAt(timelineOf(current), now, isSilent) : null, now);
  }

  return {
    update,
    /** Must be called once a second: quiet hours may have begun or ended with the minute. */
    tick(): void {
      const minute = Math.floor(clock.now() / MINUTE_MS);
      if (minute === checkedMinute) return;
      checkedMinute = minute;
      silent.tick();
      if (isQuiet() !== quiet) update();
    },
    stop(): void {
      playing = null;
      silent.clear();
      background.set(null);
    },
    /** Its station cannot be heard: its fallback or the day programme plays instead, and of a schedule the server is told once. */
    silent(window: SoundWindow, reason: string): void {
      const { sound } = window;
      // Below the day programme there is nothing; it is tried further.
      if (!isRun(sound) && !fallbackOf(window)) return;
      const logged = isRun(sound) ? runs.get(sound.run_id) : undefined;
      if (isRun(sound) && !logged?.ended) reporter.report(sound.run_id, logged ? 'interrupted' : 'skipped', reason);
      silent.add(keyOf(window), window);
      update();
    },
    started({ sound }: SoundWindow): void {
      if (isRun(sound) && !runs.has(sound.run_id)) reporter.report(sound.run_id, 'started');
    },
  };
}

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

/** A station that could not be heard is tried again after this time; see PLAY-16. */
const TRY_AGAIN_MS = 10 * 60_000;

type SilentStationsDeps = {
  clock: Clock;
  canHear: (window: SoundWindow) => Promise<boolean>;
  changed: () => void;
  ended: () => void;
};

/** `tryAt`: by the monotonic clock; Infinity while it is tried. */
type Silent = { window: SoundWindow; tryAt: number };

/** Windows whose station could not be heard, until it can be heard again. */
function createSilentStations({ clock, canHear, changed, ended }: SilentStationsDeps) {
  const silent = new Map<string, Silent>();

  async function tryAgain(key: string, station: Silent): Promise<void> {
    station.tryAt = Infinity;
    const isHeard = await canHear(station.window);
    // Meanwhile the device may have been switched off.
    if (silent.get(key) !== station) return;
    station.tryAt = clock.monotonic() + TRY_AGAIN_MS;
    if (!isHeard) return;
    silent.delete(key);
    changed();
  }

  return {
    has: (key: string): boolean => silent.has(key),
    isEmpty: (): boolean => silent.size === 0,
    add(key: string, window: SoundWindow): void {
      silent.set(key, { window, tryAt: clock.monotonic() + TRY_AGAIN_MS });
    },
    clear: (): void => silent.clear(),
    /** Must be called once a minute. */
    tick(): void {
      for (const [key, station] of silent) {
        if (station.window.until <= clock.now()) {
          silent.delete(key);
          ended();
        } else if (station.tryAt <= clock.monotonic()) void tryAgain(key, station);
      }
    },
  };
}
