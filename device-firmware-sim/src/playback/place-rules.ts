import type { Priority } from '@belfry/schemas/domain/announcements';
import { isQuiet } from '@belfry/schemas/domain/quiet-hours';
import type { Programme } from '@belfry/schemas/http/schedules/programme';

/** The settings of the place of a device, from its programme; a device without programme has no limits. */
type PlaceRules = Pick<Programme, 'time_zone' | 'volume_max' | 'quiet_hours'>;

/** Whether nothing of this priority may be heard; see ANN-7. */
export function isSilent(rules: PlaceRules | null, priority: Priority, now: number): boolean {
  if (rules === null || priority === 'emergency') return false;
  try {
    return isQuiet(rules.quiet_hours, rules.time_zone, new Date(now));
  } catch {
    // A zone that this device does not know must not silence it for ever.
    return false;
  }
}

/** The volume within the limit of the place; see ANN-7. */
export const limitedVolume = (rules: PlaceRules | null, priority: Priority, volume: number): number =>
  rules === null || priority === 'emergency' ? volume : Math.min(volume, rules.volume_max);
