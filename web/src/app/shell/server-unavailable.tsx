import { useTranslation } from 'react-i18next';
import { IconPlugConnectedX } from '@tabler/icons-react';
import classes from './shell.module.css';
import { useServerUnavailable } from './use-server-unavailable.ts';

/** A line under the header while the server does not answer; above an open dialog, which leaves room for it. */
export function ServerUnavailable() {
  const { t } = useTranslation('shell');
  const unavailable = useServerUnavailable();
  return (
    <output className={classes.serverArea} data-away={unavailable || undefined}>
      {unavailable && (
        <span className={classes.unavailable}>
          <IconPlugConnectedX size={16} aria-hidden />
          {t('server_unavailable')}
        </span>
      )}
    </output>
  );
}
