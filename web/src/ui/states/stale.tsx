import { Text, Alert, Button, Group } from '@mantine/core';
import { IconClockPause, IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../lib/translation.ts';
import { formatAgo } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useNow } from '../../lib/timers.ts';
import classes from './stale.module.css';

type StaleProps = {
  active: boolean;
  since: number;
  /** The content begins at the header of a dialog, which would cover the age: it is shown in that header. */
  inDialog?: boolean;
  children: ReactNode;
};

/** While `active`, dims stale content and shows its age (`since`: ms since the epoch). */
export function Stale({ active, since, inDialog = false, children }: StaleProps) {
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

type RefreshFailedProps = { message: string; detail?: string | undefined; onRetry: () => void; retrying: boolean };

/** Above cards that could not be refetched: states that they are the last known values. */
export function RefreshFailed({ message, detail, onRetry, retrying }: RefreshFailedProps) {
  const { t } = useTranslation(['ui', 'common']);
  return (
    <Alert color="warning" icon={<IconAlertTriangle size={18} aria-hidden />} mb="md" py="xs">
      <Group justify="space-between" gap="xs">
        <div>
          {t('refresh_failed', { message })}
          {detail !== undefined && <Text size="xs">{detail}</Text>}
        </div>
        <Button size="compact-sm" variant="light" color="warning" onClick={onRetry} loading={retrying}>
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}
