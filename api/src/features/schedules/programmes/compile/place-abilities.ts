import type { LeadIn } from '@belfry/schemas/domain/lead-in';
import type { Place } from '../../../places/index.ts';

/** Whether a device leaves out runs while its clock is off. Firmware that does not report its clock would refuse the field. */
export const checksClock = ({
  clock_required,
  reports_clock,
}: Pick<Place, 'clock_required' | 'reports_clock'>): boolean => clock_required && reports_clock;

/** Whether a device listens while it plays announcements. Firmware that cannot would refuse the field. */
export const listensAt = ({ sound_test, listens }: Pick<Place, 'sound_test' | 'listens'>): boolean =>
  listens && sound_test.passive === true;

/** Undefined where nothing is played before announcements. Firmware that cannot would refuse the field. */
export const leadInAt = ({ lead_in, leads_in }: Pick<Place, 'lead_in' | 'leads_in'>): LeadIn | undefined =>
  leads_in && lead_in.ms > 0 ? lead_in : undefined;
