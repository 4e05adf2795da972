import type { User } from '@belfry/schemas/http/users/admin';
import { Paper, Button, Switch, Tooltip, type ButtonProps } from '@mantine/core';
import type { ReactNode, ComponentProps, ReactElement } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { formatLanguage, formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { Facts } from '../../ui/card.tsx';
import type { UserActionHandlers } from './use-user-actions.ts';
import classes from './user-card.module.css';
import { ConfirmedMark, EmptyValue, UserCountry, UserName, UserInfo } from './user-facts.tsx';
import { PersonStatus, useRoleLabel } from '../../ui/person.tsx';
import { IconExternalLink } from '@tabler/icons-react';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';

type UserCardProps = { user: User; actions: UserActionHandlers; checkbox: ReactNode };

export function UserCard({ user, actions, checkbox }: UserCardProps) {
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

type BlockToggleProps = { user: User; actions: UserActionHandlers };
/** Why a control is disabled; null where it is enabled. */
type Obstacle = { why: string | null };

const Why = ({ why, children }: Obstacle & { children: ReactElement }) => (
  <Tooltip label={why} disabled={why === null} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
    {children}
  </Tooltip>
);

/** An administrator who works in another account can only look at users: the server rejects any action. */
function useImpersonationObstacle(): string | null {
  const { t } = useTranslation('users-admin');
  return useIsImpersonated() ? t('actions.impersonating') : null;
}

/** A button that stays focusable while it is disabled, so that its tooltip can explain why. */
function ReachableButton({ why, onClick, ...props }: Obstacle & ButtonProps & ComponentProps<'button'>) {
  const off = why !== null && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': why };
  return (
    <Why why={why}>
      <Button {...props} {...off} onClick={why === null ? onClick : undefined} />
    </Why>
  );
}

export function BlockToggle({ user, actions }: BlockToggleProps) {
  const { t } = useTranslation('users-admin');
  const obstacle = useImpersonationObstacle();
  const why = obstacle ?? (user.id === actions.ownId ? t('actions.not_oneself') : null);
  return (
    <Why why={why}>
      <span>
        <Switch
          color="error"
          checked={user.blocked}
          disabled={why !== null}
          onChange={() => actions.toggleBlock(user)}
          aria-label={t('actions.block_of', { name: user.name })}
        />
      </span>
    </Why>
  );
}

export function OpenButton({ user, actions }: BlockToggleProps) {
  const { t } = useTranslation('users-admin');
  const count = formatCount(user.companies, useLocale());
  const obstacle = useImpersonationObstacle();
  return (
    <ReachableButton
      why={obstacle ?? (user.blocked || !user.active ? t('actions.shut_out') : null)}
      variant="light"
      color="company"
      size="compact-xs"
      fz={12}
      rightSection={<IconExternalLink size={12} aria-hidden />}
      onClick={() => actions.open(user)}
      aria-label={t('actions.open_of', { count: user.companies, name: user.name })}
    >
      {t('actions.open')} {count}
    </ReachableButton>
  );
}

/** INFO, EDIT, KEY and DEL; see USER-4. */
export function UserActions({ user, actions }: BlockToggleProps) {
  const { t } = useTranslation('users-admin');
  const own = user.id === actions.ownId;
  const obstacle = useImpersonationObstacle();
  const button = (action: 'info' | 'edit' | 'key' | 'delete') => ({
    variant: 'default',
    size: 'compact-xs',
    fz: 12,
    'aria-label': t('actions.of', { action: t(`actions.${action}`), name: user.name }),
    children: t(`actions.${action}`),
  });
  return (
    <>
      <Button {...button('info')} aria-expanded={actions.infoOf === user.id} onClick={() => actions.toggleInfo(user)} />
      <ReachableButton {...button('edit')} why={obstacle} aria-haspopup="dialog" onClick={() => actions.edit(user)} />
      <ReachableButton
        {...button('key')}
        why={obstacle ?? (own ? t('actions.key_oneself') : null)}
        aria-haspopup="dialog"
        onClick={() => actions.askKey(user)}
      />
      <ReachableButton
        {...button('delete')}
        why={obstacle ?? (own ? t('actions.not_oneself') : null)}
        c={own || obstacle ? undefined : 'var(--bf-error)'}
        aria-haspopup="dialog"
        onClick={() => actions.askDelete(user)}
      />
    </>
  );
}
