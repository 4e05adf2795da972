import type { Programme, ProgrammeRun } from '@belfry/schemas/http/schedules/programme';
import type { Priority } from '@belfry/schemas/domain/announcements';
import type { RunLog } from '../hardware/run-log.ts';
export type SpeechRun = Extract<
  ProgrammeRun,
  {
    kind: 'speech';
  }
>;
type WindowRun = Exclude<ProgrammeRun, SpeechRun>;
/** What plays in the background in a window of time: a run of a schedule, or a part of the day programme. */
export type SoundWindow = {
  sound: WindowRun | Programme['music'][number];
  from: number;
  until: number;
};
export type TimedRun = {
  run: SpeechRun;
  at: number;
};
/** A programme with its instants as numbers (ms since 1970). */
type Timeline = {
  /** By their instant. */
  speech: readonly TimedRun[];
  /** By their start. Those of one kind do not overlap. */
  runs: readonly SoundWindow[];
  music: readonly SoundWindow[];
};
export declare const isRun: (sound: SoundWindow['sound']) => sound is WindowRun;
/** The timeline of a programme. Programmes with the same runs and music share it. */
export declare function timelineOf({ runs, music }: Programme): Timeline;
/** The window at this instant: runs of schedules come before the day programme. @param isSilent those that cannot be heard */
export declare function windowAt(
  { runs, music }: Timeline,
  now: number,
  isSilent?: (window: SoundWindow) => boolean,
): SoundWindow | null;
/** The next instant after `now` at which something begins or ends; null if there is none. */
export declare function nextChange({ speech, runs, music }: Timeline, now: number): number | null;
/** The hashes of the audio that it needs from now on: that of emergencies, of which there are `kept`, then the soonest. */
export declare function neededAudio(
  programme: Programme,
  now: number,
): {
  sha256s: string[];
  kept: number;
};
/** The settings of the place of a device, from its programme; a device without programme has no limits. */
type PlaceRules = Pick<Programme, 'time_zone' | 'volume_max' | 'quiet_hours'>;
/** Whether nothing of this priority may be heard; see ANN-7. */
export declare function isSilent(rules: PlaceRules | null, priority: Priority, now: number): boolean;
/** The volume within the limit of the place; see ANN-7. */
export declare const limitedVolume: (rules: PlaceRules | null, priority: Priority, volume: number) => number;
/**
 * Marks the announcements of a new programme as handled that the device had not been given before their instant: it was
 * somewhere else then, so it neither plays them late nor reports them.
 */
export declare function leaveOutFormerRuns(runs: RunLog, before: Programme | null, programme: Programme | null): void;
export {};
