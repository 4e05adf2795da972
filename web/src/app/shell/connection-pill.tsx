import { Tooltip } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX, IconRefresh, type Icon } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { formatAgo } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useNow } from '../../lib/timers.ts';
import { useTimes } from '../../lib/times.ts';
import { useConnection } from '../../lib/mqtt/connection-slice.ts';
import { useServerUnavailable } from './server-notices.tsx';
import classes from './connection-pill.module.css';

const MARKS: Record<ReturnType<typeof useConnection>['state'], Icon> = {
  live: IconPlugConnected,
  connecting: IconRefresh,
  reconnecting: IconRefresh,
  offline: IconPlugConnectedX,
};
const AGE_STEP_MS = 5_000;

/** The state of the live connection: connecting, live, reconnecting or offline, with its age in the tooltip. */
export function ConnectionPill() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const times = useTimes();
  const { state, since } = useConnection();
  const serverAway = useServerUnavailable();
  const now = useNow(AGE_STEP_MS);
  const shown = state === 'live' && serverAway ? 'reconnecting' : state;
  const Mark = MARKS[shown];
  const ago = formatAgo(since, now, locale, 1_000);
  const hint =
    state === 'live' && serverAway
      ? t('connection.server_hint')
      : t(`connection.${state}_hint`, { ago, time: times.time(since) });
  return (
    <Tooltip label={hint} multiline w={260} withinPortal={false} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={classes.pill}
        data-state={shown}
        // The longest of them in both languages.
        data-longest={t('connection.reconnecting')}
        aria-label={`${t(`connection.${shown}`)}. ${hint}`}
      >
        <span className={classes.state}>
          <span className={classes.dot} aria-hidden />
          <Mark className={classes.mark ?? ''} size={18} aria-hidden />
          <output>{t(`connection.${shown}`)}</output>
        </span>
      </button>
    </Tooltip>
  );
}
