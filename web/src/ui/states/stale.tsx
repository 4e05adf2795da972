import { Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../lib/format/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import classes from './stale.module.css';

type Props = {
  active: boolean;
  since: number;
  /** The content begins at the header of a dialog, which would cover the age: it is shown in that header. */
  inDialog?: boolean;
  children: ReactNode;
};

/** While `active`, dims stale content and shows its age (`since`: ms since the epoch). */
export function Stale({ active, since, inDialog = false, children }: Props) {
  return (
    <div className={classes.root}>
      {active && (inDialog ? <AgeInHeader since={since} /> : <Age since={since} />)}
      <div className={classes.content} data-stale={active || undefined}>
        {children}
      </div>
    </div>
  );
}

/** The header does not scroll, and has room for the age below its title at any height. */
function AgeInHeader({ since }: { since: number }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const header = place?.closest('[role="dialog"]')?.querySelector('header');
  return (
    <>
      <span ref={setPlace} hidden />
      {header && createPortal(<Age since={since} />, header)}
    </>
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
