import { IconClockExclamation } from '@tabler/icons-react';
import { clockState } from '@belfry/schemas/domain/device';
import classes from './clock-warning.module.css';
import { useClockText } from './use-clock-text.ts';

/** By how much the clock of a device is wrong; nothing where it is right. Schedules are played by that clock. */
export function ClockWarning({ skewMs }: { skewMs: number | null }) {
  const text = useClockText()(skewMs);
  if (text === null) return null;
  return (
    <span className={classes.warning} data-clock={clockState(skewMs)}>
      <IconClockExclamation size={16} aria-hidden />
      {text}
    </span>
  );
}
