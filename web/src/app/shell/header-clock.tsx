import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useNow } from '../../lib/timers.ts';
import { wallClock } from '../../lib/times.ts';
import classes from './header-clock.module.css';
import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../lib/storage.ts';
import { useUserOffset } from '../../lib/session/auth-api.ts';

/** The four views of the header's clock, in the order of clicks; see SHELL-4. */
const CLOCK_MODES = ['full', 'time', 'large', 'hidden'] as const;
const clockModeSchema = z.enum(CLOCK_MODES);
type ClockMode = z.infer<typeof clockModeSchema>;
const nextClockMode = (mode: ClockMode): ClockMode =>
  CLOCK_MODES[(CLOCK_MODES.indexOf(mode) + 1) % CLOCK_MODES.length] ?? 'full';
const readClockMode = (): ClockMode => readLocal(LOCAL_KEYS.clockMode, clockModeSchema) ?? 'full';
const writeClockMode = (mode: ClockMode): void => writeLocal(LOCAL_KEYS.clockMode, mode);

/** The view of the clock, which is remembered, and what goes to the next one; see SHELL-4. */
export function useClockMode() {
  const { t } = useTranslation('shell');
  const [mode, setMode] = useState(readClockMode);
  const turn = (): void => {
    const next = nextClockMode(mode);
    setMode(next);
    writeClockMode(next);
  };
  return { mode, turn, hint: t('clock.hint') };
}

export function HeaderClock() {
  const { mode, turn, hint } = useClockMode();
  return (
    <UnstyledButton className={classes.clock} data-mode={mode} onClick={turn} title={hint}>
      <HeaderTime mode={mode} />
      <VisuallyHidden>. {hint}</VisuallyHidden>
    </UnstyledButton>
  );
}

export function HeaderTime({ mode }: { mode: ClockMode }) {
  const { t } = useTranslation('shell');
  return mode === 'hidden' ? t('clock.show') : <Time withDay={mode === 'full'} />;
}

/** A component of its own, so that only it renders every second. */
function Time({ withDay }: { withDay: boolean }) {
  const { day, time } = wallClock(useNow(), useUserOffset(), useLocale());
  return (
    <span className="tabular">
      {withDay && <span className={classes.day}>{day}, </span>}
      {time}
    </span>
  );
}
