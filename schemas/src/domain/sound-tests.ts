import { z } from 'zod';
import { playerChannelSchema } from './player.ts';
import { timeOfDaySchema } from './time-of-day.ts';

/**
 * Supervision by sound: a device plays a tone on each player, and its microphone tells whether it was heard; see ALARM-27. Or it listens while it
 * plays announcements; see ALARM-30.
 */

export const SOUND_RESULTS = ['heard', 'not_heard', 'not_tested'] as const;
export const soundResultSchema = z.enum(SOUND_RESULTS).meta({ id: 'SoundResult' });
export type SoundResult = z.infer<typeof soundResultSchema>;

/** Why a device was not tested; nothing follows about its loudspeaker. */
export const NOT_TESTED_REASONS = [
  'no_microphone',
  'microphone_failed',
  'too_noisy',
  'too_short',
  'too_quiet',
  'in_use',
  'scheduled',
  'offline',
  'maintenance',
  'old_firmware',
  'no_answer',
  'no_time',
  'failed',
] as const;
export const notTestedReasonSchema = z.enum(NOT_TESTED_REASONS).meta({ id: 'NotTestedReason' });
export type NotTestedReason = z.infer<typeof notTestedReasonSchema>;

/** These pass, so that the device is asked again in the same night. */
export const PASSING_REASONS: readonly NotTestedReason[] = ['in_use', 'scheduled', 'no_answer'];

export const SOUND_LEVEL = { min: 1, max: 100, default: 60 } as const;
export const soundLevelSchema = z.int().min(SOUND_LEVEL.min).max(SOUND_LEVEL.max);

/** When the devices of a place are tested, in its local time; one whose end is not after its start ends on the next day. */
export const soundTestSettingSchema = z
  .strictObject({
    enabled: z.boolean(),
    from: timeOfDaySchema,
    to: timeOfDaySchema,
    level: soundLevelSchema,
    passive: z
      .boolean()
      .optional()
      .describe('whether devices listen while they play announcements, at any time; absent: they do not'),
  })
  .meta({ id: 'SoundTestSetting' });
export type SoundTestSetting = z.infer<typeof soundTestSettingSchema>;

/** Nobody wants tones at night unasked. */
export const DEFAULT_SOUND_TEST: SoundTestSetting = {
  enabled: false,
  from: '02:00',
  to: '04:00',
  level: SOUND_LEVEL.default,
};

const decibels = z.number().min(-200).max(200);

export const playerSoundSchema = z
  .strictObject({
    channel: playerChannelSchema,
    result: soundResultSchema,
    reason: notTestedReasonSchema.optional().describe('where it was not tested'),
    correlation: z.number().min(0).max(1).optional().describe('1: exactly what was played'),
    level_db: decibels.optional().describe('what was heard, relative to what was played'),
    noise_db: decibels.optional().describe('of the room, relative to full scale'),
  })
  .meta({ id: 'PlayerSound' });
export type PlayerSound = z.infer<typeof playerSoundSchema>;

/** What a device has heard of an announcement that it has played. No samples leave the device. */
export const passiveSoundSchema = z
  .object({
    result: soundResultSchema,
    reason: notTestedReasonSchema.optional().describe('where it was not tested'),
    level_db: decibels.optional().describe('what was heard, relative to what was played'),
    noise_db: decibels.optional().describe('of the room, relative to full scale'),
    volume: soundLevelSchema.describe('at which it was played'),
  })
  .meta({ id: 'PassiveSound' });
export type PassiveSound = z.infer<typeof passiveSoundSchema>;

export type SoundOutcome = {
  result: SoundResult;
  reason: NotTestedReason | null;
  level_db: number | null;
  noise_db: number | null;
};

/** A device is heard where each player that was tested is heard, and never where none was tested. Its level is that of the first one. */
export function soundOutcome(players: readonly PlayerSound[]): SoundOutcome {
  const tested = players.filter(({ result }) => result !== 'not_tested');
  const first = tested.find(({ level_db }) => level_db !== undefined);
  const noise_db = (first ?? players[0])?.noise_db ?? null;
  if (tested.length === 0)
    return { result: 'not_tested', reason: players[0]?.reason ?? 'failed', level_db: null, noise_db };
  const heard = tested.every(({ result }) => result === 'heard');
  return { result: heard ? 'heard' : 'not_heard', reason: null, level_db: first?.level_db ?? null, noise_db };
}
