import { z } from 'zod';

/** Which sound plays over which on a device, the lowest first; see ANN-6. */
export const PRIORITIES = ['music', 'scheduled', 'say_now', 'emergency'] as const;
export const prioritySchema = z.enum(PRIORITIES).meta({ id: 'AnnouncementPriority' });
export type Priority = z.infer<typeof prioritySchema>;
export const priorityRank = (priority: Priority): number => PRIORITIES.indexOf(priority);

/** What a device reports about a run; the last four end it. */
export const RECEIPT_EVENTS = ['fetched', 'started', 'finished', 'interrupted', 'skipped', 'missed'] as const;
export const receiptEventSchema = z.enum(RECEIPT_EVENTS).meta({ id: 'ReceiptEvent' });
export type ReceiptEvent = z.infer<typeof receiptEventSchema>;

/** What a device does with a run that it could not start on time; see ANN-9. `notify` is `skip` for the device. */
export const MISSED_POLICIES = ['skip', 'late', 'notify'] as const;
export const missedPolicySchema = z
  .strictObject({
    policy: z.enum(MISSED_POLICIES),
    minutes: z.int().min(1).max(1_440).describe('play at most so late, or notify after so long; ignored by skip'),
  })
  .meta({ id: 'MissedPolicy' });
export type MissedPolicy = z.infer<typeof missedPolicySchema>;

/** Sounds before a text; `none` plays nothing. */
export const CHIMES = ['none', 'ding_dong', 'three_tone', 'bell', 'alarm'] as const;
/** Runs whose English title nobody has typed: chimes alone, what keeps a place silent for some time, and what was spoken. */
export const untypedSchema = z
  .enum(['ding_dong', 'three_tone', 'bell', 'alarm', 'silence', 'live', 'recording'])
  .nullable()
  .describe('what it is where nobody has typed its title, which is English then; null: somebody has');
export type Untyped = z.infer<typeof untypedSchema>;
/** Titles of runs that are a chime alone. */
export const CHIME_TITLES = {
  ding_dong: 'Ding-dong',
  three_tone: 'Three tones',
  bell: 'Bell',
  alarm: 'Alarm',
} as const;
export const SILENCE_TITLE = 'Silence';
export const chimeSchema = z.enum(CHIMES).meta({ id: 'Chime' });
export type Chime = z.infer<typeof chimeSchema>;

export const AUDIO_FORMATS = ['mp3', 'ogg', 'flac', 'wav'] as const;
export const audioFormatSchema = z.enum(AUDIO_FORMATS).meta({ id: 'AudioFormat' });
export type AudioFormat = z.infer<typeof audioFormatSchema>;

/** The maximum characters of a text that is spoken; longer than one request of a provider, so it is rendered in parts. */
export const SPOKEN_TEXT_MAX = 5_000;
export const AUDIO_MAX_BYTES = 100 * 1024 * 1024;
/** The longest audio file, and the most channels: what a device plays. */
export const AUDIO_MAX_MS = 12 * 3_600_000;
export const AUDIO_CHANNELS_MAX = 2;
export const REPEAT_MAX = 10;
/** Of a chime that rings for up to an hour. */
export const RING_REPEAT_MAX = 3_600;
export const PAUSE_MAX_MS = 60_000;
/** Parts of one announcement: a chime and the parts of a long text. */
export const ITEMS_MAX = 50;
export const TARGET_DEVICES_MAX = 20_000;

export const PROGRAMME_DAYS = 7;
export const PROGRAMME_RUNS_MAX = 5_000;

export const ANNOUNCEMENT_RUN_KINDS = ['say', 'schedule', 'emergency', 'drill', 'page'] as const;
/** The last receipt of a device, or before it: waiting, sent, and offline, failed or expired without one. */
export const ANNOUNCEMENT_DELIVERY_STATES = [
  'waiting',
  'sent',
  'fetched',
  'started',
  'finished',
  'interrupted',
  'skipped',
  'missed',
  'offline',
  'failed',
  'expired',
] as const;

/** So long what was missed waits for a loudspeaker that is away, in hours; see ANN-13. */
export const WHEN_BACK_H = 12;
/** Loudspeakers for which something waits. */
export const WAITING_PER_PERSON_MAX = 1_000;
export const WAITING_PER_INSTALLATION_MAX = 20_000;
/** Nobody else can use these up. */
export const WAITING_PROMISED = 100;
