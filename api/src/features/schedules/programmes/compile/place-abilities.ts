import type { Place } from '../../../places/index.ts';

/** Whether a device leaves out runs while its clock is off. Firmware that does not report its clock would refuse the field. */
export const checksClock = ({
  clock_required,
  reports_clock,
}: Pick<Place, 'clock_required' | 'reports_clock'>): boolean => clock_required && reports_clock;

/** Whether a device listens while it plays announcements. Firmware that cannot would refuse the field. */
export const listensAt = ({ sound_test, listens }: Pick<Place, 'sound_test' | 'listens'>): boolean =>
  listens && sound_test.passive === true;
