import type { User } from '@belfry/schemas/http/users/admin';
import { Button, Switch, Tooltip, type ButtonProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ComponentProps, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useIsImpersonated } from '../../../../lib/session/auth-api.ts';
import type { UserActionHandlers } from '../../use-user-actions.ts';

type Props = { user: User; actions: UserActionHandlers };
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

/** Blocks and unblocks a user; the own account cannot be blocked. */
export function BlockToggle({ user, actions }: Props) {
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

/** Opens the company tree in a new tab as this user; shows the number of their companies. */
export function OpenButton({ user, actions }: Props) {
  const { t } = useTranslation('users-admin');
  const count = formatCount(user.companies, useLocale());
  const obstacle = useImpersonationObstacle();
  return (
    <ReachableButton
      why={obstacle ?? (user.blocked || !user.active ? t('actions.shut_out') : null)}
      variant="light"
      color="company"
      size="compact-sm"
      rightSection={<IconExternalLink size={14} aria-hidden />}
      onClick={() => actions.open(user)}
      aria-label={t('actions.open_of', { count: user.companies, name: user.name })}
    >
      {t('actions.open')} {count}
    </ReachableButton>
  );
}

/** INFO, EDIT, KEY and DEL; see USER-4. */
export function UserActions({ user, actions }: Props) {
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
