import { Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../lib/format/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import classes from './stale.module.css';

type Props = {
  active: boolean;
  since: number;
  /** The header of a dialog would cover the age, so there is always room for it. */
  inDialog?: boolean;
  children: ReactNode;
};

/** While `active`, dims stale content and shows its age (`since`: ms since the epoch). */
export function Stale({ active, since, inDialog = false, children }: Props) {
  return (
    <div className={classes.root} data-in-dialog={inDialog || undefined}>
      {active && <Age since={since} />}
      <div className={classes.content} data-stale={active || undefined}>
        {children}
      </div>
    </div>
  );
}

function Age({ since }: { since: number }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const now = useNow();
  return (
    <Text size="xs" className={classes.age}>
      <IconClockPause size={14} aria-hidden />
      {t('stale', { ago: formatAgo(since, now, locale, 0) })}
    </Text>
  );
}
