import { DEFAULT_DEVICE_SETTINGS, deviceSettingsSchema } from '@belfry/schemas/domain/configuration';
import { isTimeZone, offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';

const choiceSchema = deviceSettingsSchema.pick({
  time_zone: true,
  utc: true,
  voices_lang_deff: true,
  voices_voice_deff: true,
});
/** The time zone, language and voice of a device. */
export type DeviceChoice = z.infer<typeof choiceSchema>;

export const choiceOf = (settings: DeviceChoice): DeviceChoice => choiceSchema.strip().parse(settings);

/** The initial values of the panel; see CONF-2. */
export const FIRST_CHOICE: DeviceChoice = choiceOf(DEFAULT_DEVICE_SETTINGS);

/** The settings of every device that is added in this browser; undefined: the server's defaults apply. */
export const readDefaults = (): DeviceChoice | undefined => readLocal(LOCAL_KEYS.deviceDefaults, choiceSchema);
export const writeDefaults = (choice: DeviceChoice): void => writeLocal(LOCAL_KEYS.deviceDefaults, choice);

const MINUTES_PER_HOUR = 60;

/** The whole hours that a zone is ahead of UTC now, which devices store beside its name. */
export const hoursOf = (timeZone: string): number =>
  isTimeZone(timeZone) ? Math.trunc(offsetOfZone(timeZone, new Date()) / MINUTES_PER_HOUR) : 0;
