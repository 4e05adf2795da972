import { isTimeZone } from '@belfry/schemas/domain/utc-offset';
import { z } from 'zod';
import { setting } from './setting.ts';

/** What new organisations and accounts have where neither the call, the owner nor the browser says it. Empty: as specified. */
export const defaultSettings = {
  /** IANA name. */
  DEFAULT_TIME_ZONE: setting(z.string().refine(isTimeZone, 'Unknown time zone').optional()),
  /** ISO 639: de */
  DEFAULT_LANGUAGE: setting(
    z
      .string()
      .regex(/^[a-z]{2,3}$/)
      .optional(),
  ),
};
