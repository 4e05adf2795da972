import type { User } from '@belfry/schemas/http/users-admin';
import { Button, Switch, Tooltip, type ButtonProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ComponentProps, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useOpenedAs } from '../../../api/session/use-opened-as.ts';
import type { UserActs } from '../use-user-acts.ts';

type Props = { user: User; acts: UserActs };
/** Why a control is disabled; null where it is enabled. */
type Obstacle = { why: string | null };

const Why = ({ why, children }: Obstacle & { children: ReactElement }) => (
  <Tooltip label={why} disabled={why === null} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
    {children}
  </Tooltip>
);

/** An administrator who works in another account can only look at users: the server rejects any action. */
function useWorkingAs(): string | null {
  const { t } = useTranslation('users-admin');
  return useOpenedAs() ? t('actions.working_as') : null;
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
export function BlockToggle({ user, acts }: Props) {
  const { t } = useTranslation('users-admin');
  const workingAs = useWorkingAs();
  const why = workingAs ?? (user.id === acts.ownId ? t('actions.not_oneself') : null);
  return (
    <Why why={why}>
      <span>
        <Switch
          color="error"
          checked={user.blocked}
          disabled={why !== null}
          onChange={() => acts.toggleBlock(user)}
          aria-label={t('actions.block_of', { name: user.name })}
        />
      </span>
    </Why>
  );
}

/** Opens the company tree in a new tab as this user; shows the number of their companies. */
export function OpenButton({ user, acts }: Props) {
  const { t } = useTranslation('users-admin');
  const count = formatCount(user.companies, useLocale());
  const workingAs = useWorkingAs();
  return (
    <ReachableButton
      why={workingAs ?? (user.blocked || !user.active ? t('actions.shut_out') : null)}
      variant="light"
      color="company"
      size="compact-sm"
      rightSection={<IconExternalLink size={14} aria-hidden />}
      onClick={() => acts.open(user)}
      aria-label={t('actions.open_of', { count: user.companies, name: user.name })}
    >
      {t('actions.open')} {count}
    </ReachableButton>
  );
}

/** INFO, EDIT, KEY and DEL; see USER-4. */
export function UserActions({ user, acts }: Props) {
  const { t } = useTranslation('users-admin');
  const own = user.id === acts.ownId;
  const workingAs = useWorkingAs();
  const button = (act: 'info' | 'edit' | 'key' | 'delete') => ({
    variant: 'default',
    size: 'compact-xs',
    fz: 12,
    'aria-label': t('actions.of', { action: t(`actions.${act}`), name: user.name }),
    children: t(`actions.${act}`),
  });
  return (
    <>
      <Button {...button('info')} aria-expanded={acts.infoOf === user.id} onClick={() => acts.toggleInfo(user)} />
      <ReachableButton {...button('edit')} why={workingAs} aria-haspopup="dialog" onClick={() => acts.edit(user)} />
      <ReachableButton
        {...button('key')}
        why={workingAs ?? (own ? t('actions.key_oneself') : null)}
        aria-haspopup="dialog"
        onClick={() => acts.askKey(user)}
      />
      <ReachableButton
        {...button('delete')}
        why={workingAs ?? (own ? t('actions.not_oneself') : null)}
        c={own || workingAs ? undefined : 'var(--bf-error)'}
        aria-haspopup="dialog"
        onClick={() => acts.askDelete(user)}
      />
    </>
  );
}
