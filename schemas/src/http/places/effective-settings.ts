import { z } from 'zod';
import { VOLUME_MAX, VOLUME_MIN } from '../../domain/limits.ts';
import { leadInSchema } from '../../domain/lead-in.ts';
import { trimSchema } from '../../domain/loudness.ts';
import { soundTestSettingSchema } from '../../domain/sound-tests.ts';
import { timeOfDaySchema } from '../../domain/time-of-day.ts';

const days = z.array(z.int().min(1).max(7)).max(7);
const window = {
  from: timeOfDaySchema,
  to: timeOfDaySchema,
  days: days.describe('of its start; 1 is Monday'),
};
/** A window without sound except emergencies; one whose end is not after its start ends on the next day. */
export const quietHoursSchema = z
  .strictObject({ ...window, days: window.days.default([1, 2, 3, 4, 5, 6, 7]) })
  .meta({ id: 'QuietHours' });
export type QuietHours = z.output<typeof quietHoursSchema>;
export const quietHoursListSchema = z.array(quietHoursSchema).max(14);
/** Quiet hours in answers, where nothing is absent. */
export const storedQuietHoursSchema = z.array(z.strictObject(window).meta({ id: 'StoredQuietHours' })).max(14);

/** An IANA name, or an offset as `+03:00`. Invalid names are refused by the server. */
export const zoneNameSchema = z.string().trim().min(1).max(64);
export const volumeLimitSchema = z.int().min(VOLUME_MIN).max(VOLUME_MAX);

export const clockRequiredSchema = z
  .boolean()
  .describe('devices whose clock is off are left out of what begins together');

const inherited = <T extends z.core.SomeType>(value: T) =>
  z.strictObject({ value, source_company_id: z.int().nullable().describe('the node that sets it; null: the default') });

/** GET /company/effective/{company_id}: each setting of the nearest node, upwards from this one, that sets it. */
export const effectiveSettingsSchema = z
  .strictObject({
    time_zone: inherited(zoneNameSchema),
    language: inherited(z.string()),
    clock_required: inherited(clockRequiredSchema),
    voice: inherited(z.string()),
    volume_max: inherited(volumeLimitSchema),
    quiet_hours: inherited(storedQuietHoursSchema),
    trim_db: inherited(trimSchema),
    sound_test: inherited(soundTestSettingSchema),
    lead_in: inherited(leadInSchema),
  })
  .meta({ id: 'EffectiveSettings' });
export type EffectiveSettings = z.infer<typeof effectiveSettingsSchema>;
