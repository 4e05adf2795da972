import { clockProblem, type ReportedClock } from '@belfry/schemas/domain/clock';
import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useLocale } from '../../lib/i18n.ts';
import classes from './device-marks.module.css';

/** Says that a device would not begin together with its neighbours; nothing where it would, or that is not known; see DEV-70. */
export function ClockMark({ clock }: { clock: ReportedClock }) {
  const text = usePreciseClockText()(clock);
  if (text === null) return null;
  return (
    <span className={classes.warning} data-clock={clockProblem(clock)}>
      <IconClockExclamation size={16} aria-hidden />
      {text}
    </span>
  );
}

/** Writes "Clock 35 ms off" or "Clock not synchronised"; null where the clock is right or nothing is known. */
export function usePreciseClockText(): (clock: ReportedClock) => string | null {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  return (clock) => {
    const problem = clockProblem(clock);
    if (problem !== 'off') return problem && t('device.clock.unsynchronised');
    const offsetMs = Math.abs(clock.clock_offset_ms ?? 0);
    const inSeconds = offsetMs >= 1_000;
    const unit = inSeconds ? 'second' : 'millisecond';
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: inSeconds ? 1 : 0 });
    return t('device.clock.off', { time: format.format(inSeconds ? offsetMs / 1_000 : offsetMs) });
  };
}
