import type { User } from '@belfry/schemas/http/users-admin';
import { Button, Switch, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import type { UserActs } from '../use-user-acts.ts';

type Props = { user: User; acts: UserActs };

/** Says why a control cannot be used now. */
const Why = ({ text, children }: { text: string | null; children: ReactElement }) => (
  <Tooltip label={text} disabled={text === null} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
    <span>{children}</span>
  </Tooltip>
);

/** Blocked or not; nobody blocks themselves. */
export function BlockToggle({ user, acts }: Props) {
  const { t } = useTranslation('users-admin');
  const own = user.id === acts.ownId;
  return (
    <Why text={own ? t('actions.not_oneself') : null}>
      <Switch
        color="error"
        checked={user.blocked}
        disabled={own || acts.busy.has(user.id)}
        onChange={() => acts.toggleBlock(user)}
        aria-label={t('actions.block_of', { name: user.name })}
      />
    </Why>
  );
}

/** Opens the company tree in a new tab as this user; carries the number of their companies. */
export function OpenButton({ user, acts }: Props) {
  const { t } = useTranslation('users-admin');
  const count = formatCount(user.companies, useLocale());
  const shutOut = user.blocked || !user.active;
  return (
    <Why text={shutOut ? t('actions.blocked_first') : null}>
      <Button
        variant="light"
        color="company"
        size="compact-sm"
        disabled={shutOut}
        rightSection={<IconExternalLink size={14} aria-hidden />}
        onClick={() => acts.open(user)}
        aria-label={t('actions.open_of', { count: user.companies, name: user.name })}
      >
        {t('actions.open')} {count}
      </Button>
    </Why>
  );
}

/** INFO, EDIT, KEY and DEL (specification 001 §2.2). */
export function UserActions({ user, acts }: Props) {
  const { t } = useTranslation('users-admin');
  const own = user.id === acts.ownId;
  const named = (action: string): string => t('actions.of', { action, name: user.name });
  const button = { variant: 'default', size: 'compact-xs', fz: 12 } as const;
  return (
    <>
      <Button
        {...button}
        aria-label={named(t('actions.info'))}
        aria-expanded={acts.infoOf === user.id}
        onClick={() => acts.toggleInfo(user)}
      >
        {t('actions.info')}
      </Button>
      <Button {...button} aria-label={named(t('actions.edit'))} aria-haspopup="dialog" onClick={() => acts.edit(user)}>
        {t('actions.edit')}
      </Button>
      <Why text={own ? t('actions.key_oneself') : null}>
        <Button
          {...button}
          disabled={own}
          aria-label={named(t('actions.key'))}
          aria-haspopup="dialog"
          onClick={() => acts.askKey(user)}
        >
          {t('actions.key')}
        </Button>
      </Why>
      <Why text={own ? t('actions.not_oneself') : null}>
        <Button
          {...button}
          c={own ? undefined : 'var(--bf-error)'}
          disabled={own}
          aria-label={named(t('actions.delete'))}
          aria-haspopup="dialog"
          onClick={() => acts.askDelete(user)}
        >
          {t('actions.delete')}
        </Button>
      </Why>
    </>
  );
}
