import { NAME_MAX } from '@belfry/schemas/domain/account';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Button, SimpleGrid, TextInput, Group, Text } from '@mantine/core';
import { useRef, useState, type FormEvent, useMemo } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import type { FieldConflict } from '../../../lib/edit-conflict.ts';
import type { ShowBanner } from '../../../ui/states/banner.tsx';
import { ConflictNotice } from '../../../ui/states/conflict-notice.tsx';
import { useTimeZones, useAccountLanguages, useCountries } from '../../lookups/lookups-api.ts';
import { checkProfile, type ProfileProblem, type ProfileValues, useSaveProfile } from './profile-draft.ts';
import { TimeZoneSelect, SearchSelect } from '../../../ui/pickers/search-select.tsx';
import { isSubmitButton } from '../../../lib/unsaved-input.ts';
import { languageTexts, countryTexts } from '../../../lib/lookup-search.ts';
import { Flag } from '../../../ui/pickers/choice-field.tsx';
import classes from './profile-form.module.css';

export const PLACE_MAX = 100;

type Props = {
  profile: Profile;
  values: ProfileValues;
  changed: boolean;
  conflicts: readonly FieldConflict<ProfileValues>[];
  onTake: (conflict: FieldConflict<ProfileValues>) => void;
  onConflict: (current: Profile) => number;
  onChange: (change: Partial<ProfileValues>) => void;
  onSaved: () => void;
  banner: ShowBanner;
};

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
    const mistake = checkProfile(values);
    setProblem(mistake);
    if (mistake) return name.current?.focus();
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
        <MessageLanguageSelect label={t('fields.lang')} value={values.lang} onChange={(lang) => onChange({ lang })} />
      </SimpleGrid>
      <Button type="submit" mt="lg" disabled={!changed} loading={isLoading}>
        {t('save')}
      </Button>
    </form>
  );
}

type LanguageProps = { label: string; value: string; onChange: (lang: string) => void };

export function MessageLanguageSelect({ label, value, onChange }: LanguageProps) {
  const { list } = useAccountLanguages();
  const data = useMemo(() => {
    const entries = list.map(({ code, name }) => ({ value: code, label: name }));
    return entries.some((entry) => entry.value === value) ? entries : [{ value, label: value }, ...entries];
  }, [list, value]);
  return (
    <SearchSelect
      label={label}
      data={data}
      textsOf={(entry) => languageTexts(entry.value, entry.label)}
      value={value}
      onChange={onChange}
    />
  );
}

type CountryFieldsProps = { profile: Profile; value: string; onChange: (country: string) => void };
export function CountryFields({ profile, value, onChange }: CountryFieldsProps) {
  const { t } = useTranslation('profile');
  const { list } = useCountries();
  const { country, country_code: code } = profile;
  const flags = useMemo(() => new Map(list.map((entry) => [entry.code, entry.flag])), [list]);
  const data = useMemo(() => {
    const entries = list.map((entry) => ({ value: entry.code, label: entry.name }));
    // The built-in list is short; the present value must be offered in any case.
    return code === null || flags.has(code) ? entries : [{ value: code, label: country ?? code }, ...entries];
  }, [list, flags, country, code]);
  return (
    <div className={classes.pair}>
      <SearchSelect
        label={t('fields.country')}
        placeholder={t('fields.country_hint')}
        data={data}
        textsOf={(entry) => countryTexts(entry.value, entry.label)}
        value={value === '' ? null : value}
        onChange={onChange}
        leftSection={flags.has(value) && <Flag emoji={flags.get(value) ?? ''} />}
        renderOption={({ option }) => (
          <Group gap="xs" wrap="nowrap" w="100%">
            <Flag emoji={flags.get(option.value) ?? ''} />
            <Text size="sm" component="span" flex={1} truncate>
              {option.label}
            </Text>
            <Text size="sm" component="span" c="dimmed">
              {option.value}
            </Text>
          </Group>
        )}
      />
      <TextInput label={t('fields.code')} value={value} readOnly tabIndex={-1} className={classes.code} />
    </div>
  );
}
