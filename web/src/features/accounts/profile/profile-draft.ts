import type { Profile, UpdateProfileBody } from '@belfry/schemas/http/accounts/profile';
import { useState } from 'react';
import { z } from 'zod';
import { mergeEdit, type FieldConflict, revisionOf, sendEdit } from '../../../lib/edit-conflict.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useCountries, useTimeZones } from '../../lookups/lookups-api.ts';
import { useUpdateProfileMutation } from './profile-api.ts';
import { BANNER_MS } from '../../../lib/timers.ts';
import type { ShowBanner } from '../../../ui/states/banner.tsx';
import { NAME_MIN } from '@belfry/schemas/domain/account';
import type { Country, UtcZone } from '@belfry/schemas/http/lookups';
import { readableProfileSchema } from '../../../lib/session/auth-api.ts';
import { offsetOfZoneKey } from '../../../lib/time-zone-choice.ts';

/** The edited values of My Profile, which outlive their form, and what others have changed. */
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
  const rebase = (current: Profile): number => {
    const merged = mergeEdit({ opened: valuesOf(base), current: valuesOf(current), typed: values });
    setOpened(current);
    setDraft(merged.values);
    setConflicts(merged.conflicts);
    return merged.conflicts.length;
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

type Options = {
  values: ProfileValues;
  onConflict: (current: Profile) => number;
  onSaved: () => void;
  banner: ShowBanner;
};

/** Saves the values of the form as a change of the profile with which it began, and shows what became of it. */
export function useSaveProfile({ values, onConflict, onSaved, banner }: Options) {
  const { t } = useTranslation('profile');
  const errorText = useErrorMessage();
  const { list: countries } = useCountries();
  const { list: zones } = useTimeZones();
  const [update, { isLoading }] = useUpdateProfileMutation();
  const save = async (base: Profile): Promise<void> => {
    // No error answer contains the key.
    const schema = z.preprocess((sent) => ({ ...Object(sent), user_key: base.user_key }), readableProfileSchema);
    const call = (from: Profile) => update(bodyOf(values, from, { countries, zones }));
    const { error, conflict } = await sendEdit(base, call, { schema, rebase: onConflict });
    if (conflict) return;
    if (error) {
      return banner({ tone: 'error', title: t('update_error'), text: errorText(error, t('update_failed')) }, BANNER_MS);
    }
    banner({ tone: 'success', title: t('updated') }, BANNER_MS);
    onSaved();
  };
  return { save, isLoading };
}

export type ProfileValues = {
  name: string;
  /** ISO code; empty for none. */
  country: string;
  city: string;
  region: string;
  /** Key of `time-zone-choice.ts`. */
  zone: string;
  lang: string;
};

export const valuesOf = (profile: Profile): ProfileValues => ({
  name: profile.name,
  country: profile.country_code ?? '',
  city: profile.city ?? '',
  region: profile.region ?? '',
  zone: profile.time_zone,
  lang: profile.lang,
});

/** Whether anything was changed; surrounding spaces are ignored. */
export function isChanged(values: ProfileValues, profile: Profile): boolean {
  const saved = valuesOf(profile);
  return (Object.keys(saved) as (keyof ProfileValues)[]).some((key) => values[key].trim() !== saved[key].trim());
}

export type ProfileProblem = { field: 'name'; text: 'name_short' };

/** A new name follows the rule of registration; see HOME-4. */
export const checkProfile = ({ name }: ProfileValues): ProfileProblem | null =>
  name.trim().length < NAME_MIN ? { field: 'name', text: 'name_short' } : null;

type Lists = { countries: readonly Country[]; zones: readonly UtcZone[] };

/** The country is sent as name and code; see HOME-4. */
export function bodyOf(values: ProfileValues, profile: Profile, { countries, zones }: Lists): UpdateProfileBody {
  const country = countries.find(({ code }) => code === values.country)?.name ?? null;
  const moved = values.zone !== profile.time_zone;
  const named = zones.some(({ time_zone }) => time_zone === values.zone);
  return {
    name: values.name.trim(),
    country: values.country === profile.country_code ? profile.country : country,
    country_code: values.country === '' ? null : values.country,
    city: values.city.trim() || null,
    region: values.region.trim() || null,
    utc_offset: moved ? offsetOfZoneKey(zones, values.zone) : profile.utc_offset,
    // A key that is only minutes is not the name of a zone.
    ...(named || !moved ? { time_zone: values.zone } : {}),
    lang: values.lang,
    ...revisionOf(profile),
  };
}
