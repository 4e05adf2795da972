import type { User } from '@belfry/schemas/http/users/admin';
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLanguage } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { Facts } from '../../../../ui/card.tsx';
import type { UserActionHandlers } from '../../use-user-actions.ts';
import classes from './user-card.module.css';
import { BlockToggle, OpenButton, UserActions } from './user-buttons.tsx';
import { ConfirmedMark, EmptyValue, UserCountry, UserName } from './user-facts.tsx';
import { UserInfo } from './user-info.tsx';
import { PersonStatus, useRoleLabel } from '../../../../ui/person.tsx';

type Props = { user: User; actions: UserActionHandlers; checkbox: ReactNode };

/** A user on a narrow page. */
export function UserCard({ user, actions, checkbox }: Props) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('users-admin');
  const locale = useLocale();
  const contact = (value: string | null, confirmed: boolean) => (
    <span className={classes.contact}>
      <span className="tabular">{value ?? <EmptyValue />}</span>
      {value !== null && <ConfirmedMark confirmed={confirmed} />}
    </span>
  );
  return (
    <Paper component="article" withBorder p="md" aria-label={user.name} data-blocked={user.blocked || undefined}>
      <div className={classes.top}>
        <span className={classes.pick}>
          {checkbox}
          <UserName user={user} own={user.id === actions.ownId} />
        </span>
        <PersonStatus person={user} />
      </div>
      <Facts
        facts={[
          [t('columns.role'), roleLabel(user.role)],
          [t('columns.email'), contact(user.email, user.email_confirm)],
          [t('columns.phone'), contact(user.phone, user.phone_confirm)],
          [t('columns.country'), <UserCountry key="country" {...user} named />],
          [t('columns.lang'), formatLanguage(user.lang, locale)],
        ]}
      />
      <div className={classes.bottom}>
        <span className={classes.toggle}>
          <BlockToggle user={user} actions={actions} />
          <span aria-hidden>{t('columns.blocked')}</span>
        </span>
        <OpenButton user={user} actions={actions} />
      </div>
      <div className={classes.actions}>
        <UserActions user={user} actions={actions} />
      </div>
      {actions.infoOf === user.id && <UserInfo user={user} />}
    </Paper>
  );
}
