import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { Clock } from '../hardware/clock.ts';
import type { RunLog } from '../hardware/run-log.ts';
import type { Reporter } from '../playback/reporter.ts';
import type { Speech } from '../playback/speech/speech.ts';
import { createInstantTimer } from './instant-timer.ts';
import { nextChange, timelineOf, type SpeechRun, type TimedRun } from './timeline.ts';
import type { WindowRunner } from './window-runner.ts';

/** A run that starts within this time is on time; the timers of a busy machine are not exact; see PLAY-1. */
const ON_TIME_MS = 5_000;
/** How long a run that was on time may wait for other announcements. */
const WAIT_MS = 60_000;
const MINUTE_MS = 60_000;

type ProgrammeRunnerDeps = {
  clock: Clock;
  programme: () => Programme | null;
  runs: RunLog;
  reporter: Reporter;
  windows: WindowRunner;
  say: (speech: Speech) => void;
};

/** Plays the programme by the clock of the device, with or without network; see ANN-8 and ANN-9. */
export function createProgrammeRunner({ clock, programme, runs, reporter, windows, say }: ProgrammeRunnerDeps) {
  /** Runs before this instant have been handled. */
  let handledUntil = 0;
  const timer = createInstantTimer(clock, advance);

  /** Handles all instants up to now, and finds the next one. */
  function advance(): void {
    timer.set(null);
    const current = programme();
    const now = clock.now();
    windows.update();
    if (!current) return;
    const timeline = timelineOf(current);
    for (const timed of timeline.speech) {
      if (timed.at > now) break;
      if (timed.at > handledUntil && !runs.has(timed.run.run_id)) handle(timed, now, Date.parse(current.compiled_at));
    }
    // Not the maximum: after the clock was set back, the log of runs decides.
    handledUntil = now;
    timer.set(nextChange(timeline, now));
  }

  function handle(timed: TimedRun, now: number, compiledAt: number): void {
    const startBy = startByOf(timed, now);
    if (startBy !== null) say(speechOf(timed.run, startBy));
    // What was over when the programme was compiled was not for this device to play.
    else if (timed.at >= compiledAt) reporter.report(timed.run.run_id, 'missed', MISSED.reason);
  }

  return {
    /** After a start or with a new programme. */
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

const speechOf = (run: SpeechRun, startBy: number): Speech => ({
  run_id: run.run_id,
  title: run.title,
  items: run.items,
  priority: run.priority,
  volume: run.volume,
  repeat: run.repeat,
  pause_ms: run.pause_ms,
  startBy,
  tooLate: MISSED,
});
