import { z } from 'zod';
import {
  audioFormatSchema,
  ITEMS_MAX,
  missedPolicySchema,
  PAUSE_MAX_MS,
  prioritySchema,
  PROGRAMME_RUNS_MAX,
  REPEAT_MAX,
} from '../../domain/announcements.ts';
import { type AudioItem, audioItemSchema, optionalGain } from '../../domain/audio-item.ts';
import { leadInSchema } from '../../domain/lead-in.ts';
import { VOLUME_MAX, VOLUME_MIN } from '../../domain/limits.ts';
import { serialSchema } from '../../domain/serial.ts';
import { storedQuietHoursSchema, volumeLimitSchema, zoneNameSchema } from '../places/effective-settings.ts';
import { CROSSFADE_MAX_S, NO_REPEAT_MAX } from '../library/audio.ts';
import { endpoint } from '../endpoint.ts';
import { serialParamsSchema } from '../commands/commands.ts';

const instant = z.iso.datetime();
const volume = z.int().min(VOLUME_MIN).max(VOLUME_MAX).nullable().describe('null: that of the device');
const sound = {
  items: z.array(audioItemSchema).min(1).max(ITEMS_MAX),
  repeat: z.int().min(1).max(REPEAT_MAX),
  pause_ms: z.int().min(0).max(PAUSE_MAX_MS),
  volume,
};

/** How a playlist is played; absent: no overlap, and one order for all rounds, as for devices without the ability `music`. */
const playing = {
  shuffle: z.boolean(),
  crossfade_s: z
    .int()
    .min(1)
    .max(CROSSFADE_MAX_S)
    .optional()
    .describe('seconds for which two tracks are heard together, where both last twice as long, and 20 s; see PLAY-25'),
  no_repeat: z
    .int()
    .min(0)
    .max(NO_REPEAT_MAX)
    .optional()
    .describe('shuffled: how many other tracks are heard before one is heard again; see PLAY-26'),
};

const speechRunSchema = z.strictObject({
  kind: z.literal('speech'),
  run_id: z.uuid(),
  schedule_id: z.int().describe('of a bell timetable: its id, negative'),
  title: z.string(),
  at: instant,
  priority: prioritySchema,
  missed: missedPolicySchema,
  ...sound,
});
const during = { run_id: z.uuid(), schedule_id: z.int(), title: z.string(), at: instant, until: instant };
/** Music or radio of a schedule: above the day programme while it lasts. */
const playlistRunSchema = z.strictObject({
  kind: z.literal('playlist'),
  ...during,
  items: z.array(audioItemSchema).min(1).max(500),
  ...playing,
  volume,
});
/** What a device plays while it cannot hear the station; only for devices with the ability `music`; see PLAY-16. */
const fallback = z
  .strictObject({
    name: z.string().describe('of the playlist'),
    items: z.array(audioItemSchema).min(1).max(500),
    ...playing,
  })
  .optional();
const stationFields = { url: z.url(), volume, gain_db: optionalGain, fallback };
const stationRunSchema = z.strictObject({ kind: z.literal('station'), ...during, ...stationFields });
/** No music, radio or scheduled announcement. */
const silenceRunSchema = z.strictObject({ kind: z.literal('silence'), ...during });
export const programmeRunSchema = z
  .discriminatedUnion('kind', [speechRunSchema, playlistRunSchema, stationRunSchema, silenceRunSchema])
  .meta({ id: 'ProgrammeRun' });
export type ProgrammeRun = z.infer<typeof programmeRunSchema>;

const musicSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('playlist'),
    name: z.string(),
    from: instant,
    until: instant,
    items: z.array(audioItemSchema).min(1).max(500),
    ...playing,
    volume,
  }),
  z.strictObject({
    kind: z.literal('station'),
    name: z.string(),
    from: instant,
    until: instant,
    ...stationFields,
  }),
]);

const emergencySchema = z.strictObject({
  message_id: z.int(),
  name: z.string(),
  receipt_id: z
    .uuid()
    .optional()
    .describe('the run_id of the receipts about its audio: fetched, and skipped where the device has lost it again'),
  ...sound,
});

type Sound = ProgrammeRun | z.infer<typeof musicSchema> | z.infer<typeof emergencySchema>;
export const playedItemsOf = (sound: Sound): readonly AudioItem[] => {
  if ('items' in sound) return sound.items;
  return 'fallback' in sound ? (sound.fallback?.items ?? []) : [];
};

/**
 * GET /devices/programme: all that a device plays by itself until `valid_until`, by its own clock; see ANN-8. Its audio is at
 * GET /audio/{sha256}. `sha256` of the retained message is that of the body.
 */
export const programmeSchema = z
  .strictObject({
    version: z.int().min(1),
    serial: serialSchema,
    compiled_at: instant,
    valid_until: instant,
    time_zone: zoneNameSchema.describe('of the place, for quiet hours'),
    clock_required: z
      .literal(true)
      .optional()
      .describe(
        'runs are skipped while the clock of the device is off; only for devices that report their clock; see PLAY-19',
      ),
    listen: z
      .literal(true)
      .optional()
      .describe(
        'the microphone listens while announcements are played; only for devices with the ability `listen`; see ALARM-30',
      ),
    lead_in: leadInSchema.optional().describe('absent: none; only for devices with the ability `lead_in`; see PLAY-31'),
    volume_max: volumeLimitSchema,
    quiet_hours: storedQuietHoursSchema,
    audio: z.array(
      audioItemSchema.omit({ gain_db: true }).extend({ bytes: z.int().min(1), format: audioFormatSchema }),
    ),
    runs: z.array(programmeRunSchema).max(PROGRAMME_RUNS_MAX).describe('by at'),
    music: z.array(musicSchema).max(PROGRAMME_RUNS_MAX).describe('by from; windows do not overlap'),
    emergency: z.array(emergencySchema).max(50),
  })
  .meta({ id: 'Programme' });
export type Programme = z.infer<typeof programmeSchema>;

export const programmeHttp = {
  ownProgramme: endpoint({
    method: 'get',
    path: '/devices/programme',
    summary: 'The programme of the calling device',
    description: 'With If-None-Match of the version that the device has: 304 without a body.',
    answer: programmeSchema,
    headers: { ETag: 'the SHA-256 of the body, as in the retained message' },
    errors: ['not_found', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/programmes/{serial}',
    summary: 'The programme of a device, as it has or will fetch it',
    params: serialParamsSchema,
    answer: programmeSchema,
    errors: ['device_not_found', 'not_found', 'forbidden'],
  }),
};
