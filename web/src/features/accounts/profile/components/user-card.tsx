import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, Facts } from '../../../../ui/card.tsx';
import { PersonStatus, useRoleLabel } from '../../../../ui/person.tsx';
import { useSignOut } from '../../../../lib/session/auth-api.ts';
import { useTimes } from '../../../../lib/times.ts';
import { ConfirmedBadge } from './confirmable-text.tsx';
import classes from './confirmable-text.module.css';

/** User Information: the stored account, and Logout; see HOME-8. */
export function UserCard({ profile }: { profile: Profile }) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('profile');
  const times = useTimes();
  const signOut = useSignOut();
  const keyCreated = profile.key_created_at || profile.created_at;
  return (
    <Card
      title={t('user.title')}
      action={
        <Button
          variant="light"
          color="error"
          size="xs"
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOut()}
        >
          {t('user.logout')}
        </Button>
      }
    >
      <Facts
        facts={[
          [t('fields.email'), withBadge(profile.email, profile.email_confirm)],
          [t('fields.phone'), profile.phone === null ? t('none') : withBadge(profile.phone, profile.phone_confirm)],
          [t('fields.name'), profile.name],
          [t('fields.role'), roleLabel(profile.role)],
          [t('user.key_created'), keyCreated ? times.moment(keyCreated) : t('user.not_available')],
          [t('user.api_status'), <PersonStatus key="api" person={profile} />],
        ]}
      />
    </Card>
  );
}

const withBadge = (text: string, confirmed: boolean): ReactNode => (
  <span className={classes.line}>
    {text}
    <ConfirmedBadge confirmed={confirmed} />
  </span>
);
