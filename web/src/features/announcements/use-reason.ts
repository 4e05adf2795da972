import { useTranslation } from 'react-i18next';

/** The reasons of the server and of the device firmware that have a translation. */
const KNOWN = {
  expired: 'expired',
  stopped: 'stopped',
  Stopped: 'stopped',
  'quiet hours': 'quiet_hours',
  'could not start on time': 'late',
  'too many announcements wait': 'queue_full',
  'power was lost': 'power',
  'the programme has changed': 'programme',
  'interrupted by priority emergency': 'emergency',
  'interrupted by priority say_now': 'say_now',
  'The device did not report the end': 'no_end',
} as const;
const isKnown = (reason: string): reason is keyof typeof KNOWN => Object.hasOwn(KNOWN, reason);

/** Reasons in the language of the reader; one that is not known is shown as it was reported. */
export function useReason(): (reason: string | null) => string | null {
  const { t } = useTranslation('announcements');
  return (reason) => (reason !== null && isKnown(reason) ? t(`reason.${KNOWN[reason]}`) : reason);
}
