import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { useState } from 'react';
import { mergeEdit, type FieldConflict } from '../../../lib/edit-conflict.ts';
import { isChanged, valuesOf, type ProfileValues } from './profile-form.ts';

/** The edited values of My Profile, which outlive their form, and what others have changed meanwhile. */
export function useProfileDraft(profile: Profile) {
  const [draft, setDraft] = useState<ProfileValues | null>(null);
  // The profile with which the draft began: a refetch must not hide a conflicting change.
  const [opened, setOpened] = useState<Profile | null>(null);
  const [conflicts, setConflicts] = useState<readonly FieldConflict<ProfileValues>[]>([]);
  const base = (draft && opened) ?? profile;
  const values = draft ?? valuesOf(profile);
  const changed = isChanged(values, base);
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
  const take = ({ field, theirs }: FieldConflict<ProfileValues>): void => {
    change({ [field]: theirs });
    setConflicts((all) => all.filter((conflict) => conflict.field !== field));
  };
  const discard = (): void => {
    setDraft(null);
    setConflicts([]);
  };
  return { base, values, changed, conflicts, change, rebase, take, discard };
}
