import { Button } from '@mantine/core';
import { IconArrowBackUp, IconUserScan } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Trans } from '../../lib/trans.ts';
import { useTranslation } from '../../lib/translation.ts';
import { isAdminMode } from '../../lib/session/session-store.ts';
import { useTimes } from '../../lib/times.ts';
import { useGetProfileQuery, useSignOut } from '../../lib/session/auth-api.ts';
import classes from './impersonation-banner.module.css';

/** The longest delay of `setTimeout`; a longer one fires immediately. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const GRACE_MS = 1_000;

/** Shows that an administrator works in another account in this tab and until when, and leads back; see USER-18. */
export function ImpersonationBanner() {
  const { data: profile, refetch } = useGetProfileQuery();
  const until = profile?.opened_by?.until;
  // The key expires then: a request with it leads to the sign-in page instead of a page that no longer works.
  useEffect(() => {
    if (until === undefined) return;
    const wait = Math.min(LONGEST_WAIT_MS, Math.max(0, Date.parse(until) - Date.now()) + GRACE_MS);
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [until, refetch]);
  if (!profile?.opened_by && !isAdminMode()) return null;
  return <Banner name={profile?.name} until={until} />;
}

/** Without a name, because it is not loaded or cannot be read; the way back is offered in any case. */
function Banner({ name, until }: { name: string | undefined; until: string | undefined }) {
  const { t } = useTranslation('users-admin');
  const times = useTimes();
  const signOut = useSignOut();
  const leave = async (): Promise<void> => {
    // The key is revoked first; a tab that was opened for this closes, any other shows the sign-in page.
    await signOut();
    globalThis.close();
  };
  return (
    <aside className={classes.banner} aria-label={t('impersonation.label')}>
      <IconUserScan size={18} aria-hidden className={classes.icon} />
      <span>
        {name === undefined ? (
          t('impersonation.somebody')
        ) : (
          <Trans t={t} i18nKey="impersonation.text" components={{ b: <strong>{name}</strong> }} />
        )}{' '}
        {until !== undefined && t('impersonation.until', { time: times.time(until) })}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => void leave()}
      >
        {t('impersonation.back')}
      </Button>
    </aside>
  );
}
