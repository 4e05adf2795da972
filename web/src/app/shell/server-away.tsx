import { useTranslation } from 'react-i18next';
import { IconPlugConnectedX } from '@tabler/icons-react';
import classes from './shell.module.css';
import { useServerAway } from './use-server-away.ts';

/** A line under the header while the server does not answer. */
export function ServerAway() {
  const { t } = useTranslation('shell');
  const away = useServerAway();
  return (
    <output className={classes.awayArea}>
      {away && (
        <span className={classes.away}>
          <IconPlugConnectedX size={16} aria-hidden />
          {t('server_away')}
        </span>
      )}
    </output>
  );
}
