import { Menu } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useLocale } from '../../lib/i18n.ts';
import { useUserOffset } from '../../lib/session/auth-api.ts';
import { LOCAL_KEYS, readLocal, writeLocal } from '../../lib/storage.ts';
import { useNow } from '../../lib/timers.ts';
import { wallClock } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import classes from './clock-item.module.css';

/** The four views of the clock, in the order of clicks; see SHELL-4. */
const CLOCK_MODES = ['full', 'time', 'large', 'hidden'] as const;
const clockModeSchema = z.enum(CLOCK_MODES);

/** The clock in the menu of the account. A click shows the next view, which is remembered. */
export function ClockItem() {
  const { t } = useTranslation('shell');
  const [mode, setMode] = useState(() => readLocal(LOCAL_KEYS.clockMode, clockModeSchema) ?? 'full');
  const turn = (): void => {
    const next = CLOCK_MODES[(CLOCK_MODES.indexOf(mode) + 1) % CLOCK_MODES.length] ?? 'full';
    setMode(next);
    writeLocal(LOCAL_KEYS.clockMode, next);
  };
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<IconClock size={16} aria-hidden />}
      title={t('clock.hint')}
      data-mode={mode}
      className={classes.clock ?? ''}
      onClick={turn}
    >
      {mode === 'hidden' ? t('clock.show') : <Time withDay={mode === 'full'} />}
    </Menu.Item>
  );
}

/** A component of its own, so that only it renders every second. */
function Time({ withDay }: { withDay: boolean }) {
  const { day, time } = wallClock(useNow(), useUserOffset(), useLocale());
  return (
    <span className="tabular">
      {withDay && `${day}, `}
      {time}
    </span>
  );
}
