import type { Profile } from '@belfry/schemas/http/users/users';
import { Button, Group, Text } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mergeEdit, type FieldConflict } from '../../../lib/editing/edit-conflict.ts';
import type { ShowBanner } from '../../../ui/states/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { isChanged, valuesOf, type ProfileValues } from '../profile-form.ts';
import { LeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import type { ConfirmPhone } from './confirmable-text.tsx';
import { ProfileBlocks } from './profile-blocks.tsx';
import { ProfileForm } from './profile-form.tsx';

type Props = { profile: Profile; banner: ShowBanner; confirmPhone: ConfirmPhone };

/**
 * My Profile, read-only or edited. Cancel resets the form; a click outside closes it (HOME-3) but keeps
 * the input, so that an accidental click loses nothing.
 */
export function ProfileCard({ profile, banner, confirmPhone }: Props) {
  const { t } = useTranslation(['profile', 'ui']);
  const [editing, setEditing] = useState(false);
  const [draft, setDraft] = useState<ProfileValues | null>(null);
  // The profile with which the draft began: a refetch must not hide a conflicting change.
  const [opened, setOpened] = useState<Profile | null>(null);
  const [conflicts, setConflicts] = useState<readonly FieldConflict<ProfileValues>[]>([]);
  const base = (draft && opened) ?? profile;
  const values = draft ?? valuesOf(profile);
  const changed = isChanged(values, base);
  const finish = (): void => {
    setEditing(false);
    setDraft(null);
    setConflicts([]);
  };
  const change = (next: Partial<ProfileValues>): void => {
    if (!draft) setOpened(profile);
    setDraft({ ...values, ...next });
  };
  const rebase = (current: Profile): void => {
    const merged = mergeEdit({ opened: valuesOf(base), current: valuesOf(current), typed: values });
    setOpened(current);
    setDraft(merged.values);
    setConflicts(merged.conflicts);
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
          onTake={({ field, theirs }) => {
            change({ [field]: theirs });
            setConflicts((all) => all.filter((conflict) => conflict.field !== field));
          }}
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
