import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Button, Group, Text } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import type { ShowBanner } from '../../../ui/states/banner.tsx';
import { Card, Facts } from '../../../ui/card.tsx';
import { useProfileDraft } from './profile-draft.ts';
import { LeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { type ConfirmPhone, ProfileBlocks, ConfirmedBadge } from './profile-blocks.tsx';
import { ProfileForm } from './profile-form.tsx';
import { IconLogout } from '@tabler/icons-react';
import { PersonStatus, useRoleLabel } from '../../../ui/person.tsx';
import { useSignOut } from '../../../lib/session/auth-api.ts';
import { useTimes } from '../../../lib/times.ts';
import classes from './profile-blocks.module.css';

type Props = { profile: Profile; banner: ShowBanner; confirmPhone: ConfirmPhone };

/**
 * My Profile, read-only or edited. Cancel resets the form; a click outside closes it (HOME-3) but keeps
 * the input, so that an accidental click loses nothing.
 */
export function ProfileCard({ profile, banner, confirmPhone }: Props) {
  const { t } = useTranslation(['profile', 'ui']);
  const [editing, setEditing] = useState(false);
  const { base, values, changed, conflicts, change, rebase, take, discard } = useProfileDraft(profile);
  const finish = (): void => {
    setEditing(false);
    discard();
  };
  const toggle = useRef<HTMLButtonElement>(null);
  const saved = (): void => {
    finish();
    toggle.current?.focus();
  };
  const card = useClickOutside<HTMLDivElement>(() => setEditing(false));
  return (
    <Card
      ref={card}
      title={t('title')}
      action={
        <Button
          ref={toggle}
          variant={editing ? 'default' : 'light'}
          size="xs"
          onClick={editing ? finish : () => setEditing(true)}
        >
          {t(editing ? 'cancel' : 'edit')}
        </Button>
      }
    >
      <LeaveGuard active={changed} text={t('ui:leave.profile')} />
      {editing ? (
        <ProfileForm
          profile={base}
          values={values}
          changed={changed}
          conflicts={conflicts}
          onChange={change}
          onTake={take}
          onConflict={rebase}
          onSaved={saved}
          banner={banner}
        />
      ) : (
        <>
          {changed && <Unsaved onContinue={() => setEditing(true)} onDiscard={finish} />}
          <ProfileBlocks profile={profile} banner={banner} confirmPhone={confirmPhone} />
        </>
      )}
    </Card>
  );
}

function Unsaved({ onContinue, onDiscard }: { onContinue: () => void; onDiscard: () => void }) {
  const { t } = useTranslation('profile');
  return (
    <Group component="output" gap="xs" mb="md">
      <Text size="sm" c="warning">
        {t('unsaved.text')}
      </Text>
      <Button size="compact-sm" variant="light" onClick={onContinue}>
        {t('unsaved.continue')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="error" onClick={onDiscard}>
        {t('unsaved.discard')}
      </Button>
    </Group>
  );
}

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
          color="gray"
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
