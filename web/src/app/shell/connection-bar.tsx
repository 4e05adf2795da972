import { VisuallyHidden } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { formatAgo } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useConnection } from '../../lib/mqtt/connection-slice.ts';
import { useNow } from '../../lib/timers.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useServerUnavailable } from './server-notices.tsx';
import classes from './shell.module.css';

const AGE_STEP_MS = 5_000;

/** A line under the header while the page is not live; where the server itself is away, above an open dialog, which leaves room for it. */
export function ConnectionBar() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const { state, since } = useConnection();
  const serverAway = useServerUnavailable();
  const now = useNow(AGE_STEP_MS);
  const visibleState = state === 'live' && serverAway ? 'reconnecting' : state;
  const lost = visibleState === 'reconnecting' || visibleState === 'offline' ? visibleState : null;
  return (
    <>
      <VisuallyHidden component="output" data-connection={visibleState}>
        {t(`connection.${visibleState}`)}
      </VisuallyHidden>
      <output className={classes.serverArea} data-away={serverAway || undefined}>
        {(serverAway || lost) && (
          <span className={classes.away}>
            <IconPlugConnectedX size={16} stroke={1.5} aria-hidden />
            {serverAway || !lost
              ? t('server_unavailable')
              : t(`connection.${lost}_hint`, { ago: formatAgo(since, now, locale, 1_000) })}
          </span>
        )}
      </output>
    </>
  );
}
