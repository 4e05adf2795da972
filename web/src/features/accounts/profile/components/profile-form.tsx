import { NAME_MAX } from '@belfry/schemas/domain/account';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldConflict } from '../../../../lib/editing/edit-conflict.ts';
import type { ShowBanner } from '../../../../ui/states/banner.tsx';
import { ConflictNotice } from '../../../../ui/states/conflict-notice.tsx';
import { useTimeZones } from '../../../../api/lookups/use-lookups.ts';
import { checkProfile, type ProfileProblem, type ProfileValues } from '../profile-form.ts';
import { useSaveProfile } from '../use-save-profile.ts';
import { CountryFields } from './country-fields.tsx';
import { MessageLanguageSelect } from './message-language-select.tsx';
import { TimeZoneSelect } from '../../../../ui/pickers/time-zone-select.tsx';
import { isSubmitButton } from '../../../../lib/editing/is-submit-button.ts';

const PLACE_MAX = 100;

type Props = {
  profile: Profile;
  values: ProfileValues;
  changed: boolean;
  /** The conflicting changes that saving has found. */
  conflicts: readonly FieldConflict<ProfileValues>[];
  onTake: (conflict: FieldConflict<ProfileValues>) => void;
  /** Called with the stored profile, where it was changed elsewhere meanwhile. */
  onConflict: (current: Profile) => void;
  onChange: (change: Partial<ProfileValues>) => void;
  onSaved: () => void;
  banner: ShowBanner;
};

/** Name, country with its code, city, region, time zone and language; Save Changes waits for a change. */
export function ProfileForm(props: Props) {
  const { profile, values, changed, conflicts, onTake, onConflict, onChange, onSaved, banner } = props;
  const { t } = useTranslation('profile');
  const { list: zones } = useTimeZones();
  const { save, isLoading } = useSaveProfile({ values, onConflict, onSaved, banner });
  const [problem, setProblem] = useState<ProfileProblem | null>(null);
  const name = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!changed || isLoading) return;
    const found = checkProfile(values);
    setProblem(found);
    if (found) return name.current?.focus();
    await save(profile);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isLoading}>
      <ConflictNotice conflicts={conflicts} labelOf={(field) => t(`fields.${field}`)} onTake={onTake} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          ref={name}
          label={t('fields.name')}
          value={values.name}
          maxLength={NAME_MAX}
          autoComplete="name"
          data-autofocus
          onChange={({ currentTarget }) => {
            onChange({ name: currentTarget.value });
            setProblem(null);
          }}
          onBlur={({ relatedTarget }) => isSubmitButton(relatedTarget) || setProblem(checkProfile(values))}
          error={problem ? t(`rules.${problem.text}`) : undefined}
        />
        <CountryFields profile={profile} value={values.country} onChange={(country) => onChange({ country })} />
        <TextInput
          label={t('fields.city')}
          value={values.city}
          maxLength={PLACE_MAX}
          autoComplete="address-level2"
          onChange={({ currentTarget }) => onChange({ city: currentTarget.value })}
        />
        <TextInput
          label={t('fields.region')}
          value={values.region}
          maxLength={PLACE_MAX}
          autoComplete="address-level1"
          onChange={({ currentTarget }) => onChange({ region: currentTarget.value })}
        />
        <TimeZoneSelect
          label={t('fields.zone')}
          zones={zones}
          place={profile}
          value={values.zone}
          onChange={(zone) => onChange({ zone })}
        />
        <MessageLanguageSelect value={values.lang} onChange={(lang) => onChange({ lang })} />
      </SimpleGrid>
      <Button type="submit" mt="lg" disabled={!changed} loading={isLoading}>
        {t('save')}
      </Button>
    </form>
  );
}
