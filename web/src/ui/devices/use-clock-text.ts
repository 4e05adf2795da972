import { clockState } from '@belfry/schemas/domain/device';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../lib/i18n.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Writes by how much the clock of a device is wrong, as "The clock is 3 minutes behind"; null where it is right. */
export function useClockText(): (skewMs: number | null) => string | null {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  return (skewMs) => {
    if (skewMs === null || clockState(skewMs) === 'right') return null;
    const difference = Math.abs(skewMs);
    const [unit, unitMs] = UNITS.find(([, ms]) => difference >= 2 * ms) ?? UNITS[3];
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
    const time = format.format(Math.round(difference / unitMs));
    return t(skewMs > 0 ? 'device.clock.ahead' : 'device.clock.behind', { time });
  };
}
