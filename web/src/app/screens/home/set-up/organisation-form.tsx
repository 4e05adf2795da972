import { TextInput } from '@mantine/core';
import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useAddCompanyMutation, useAddMainCompanyMutation } from '../../../../features/companies/companies-api.ts';
import { countryText } from '../../../../features/companies/element-form/index.ts';
import { browserCountry, useCountries, useTimeZones } from '../../../../features/lookups/lookups-api.ts';
import { useTranslation } from '../../../../lib/translation.ts';
import { ChoiceField } from '../../../../ui/pickers/choice-field.tsx';
import { CountryPicker } from '../../../../ui/pickers/place-pickers.tsx';
import { useAct } from '../../../../ui/use-act.ts';
import { StepForm } from './step-form.tsx';

/** Name and country; the country and the zone are those of the browser until somebody says others. */
export function OrganisationForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('set-up');
  const { act, pending } = useAct();
  const [addMain] = useAddMainCompanyMutation();
  const { list: countries } = useCountries();
  const { list: zones } = useTimeZones();
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [isPicking, picker] = useDisclosure(false);
  const code = picked ?? browserCountry(zones);
  const country = countries.find((each) => each.code === code);
  // Another country than the browser's has another clock.
  const zone = picked === null ? undefined : zones.find(({ country_code }) => country_code === picked)?.time_zone;
  const save = async (): Promise<void> => {
    const body = {
      name: name.trim(),
      ...(country && { country: countryText(country) }),
      ...(zone !== undefined && { time_zone: zone }),
    };
    if ((await act(() => addMain(body), { failed: t('failed') })) !== undefined) onDone();
  };
  return (
    <StepForm pending={pending} isReady={name.trim() !== ''} onSave={save}>
      <TextInput
        label={t('name')}
        description={t('name_hint')}
        autoComplete="organization"
        maxLength={COMPANY_LIMITS.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ChoiceField
        name="country"
        label={t('country')}
        optional
        placeholder={t('country_none')}
        value={country?.name ?? ''}
        flag={country?.flag ?? ''}
        onOpen={picker.open}
      />
      <CountryPicker
        opened={isPicking}
        countries={countries}
        selected={code ?? ''}
        onPick={(next) => {
          setPicked(next);
          picker.close();
        }}
        onClose={picker.close}
      />
    </StepForm>
  );
}

/** A place that can have loudspeakers needs a name only. */
export function PlaceForm({ parentId, onDone }: { parentId: number; onDone: () => void }) {
  const { t } = useTranslation('set-up');
  const { act, pending } = useAct();
  const [add] = useAddCompanyMutation();
  const [name, setName] = useState('');
  const save = async (): Promise<void> => {
    const body = { name: name.trim(), type: 'Company' as const, parent_company_id: parentId };
    if ((await act(() => add(body), { failed: t('failed') })) !== undefined) onDone();
  };
  return (
    <StepForm pending={pending} isReady={name.trim() !== ''} onSave={save}>
      <TextInput
        label={t('place')}
        description={t('place_hint')}
        autoComplete="off"
        maxLength={COMPANY_LIMITS.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </StepForm>
  );
}
