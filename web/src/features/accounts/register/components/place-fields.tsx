import type { Country, Language } from '@belfry/schemas/http/lookups';
import { TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { CountryPicker, LanguagePicker } from '../../../../ui/pickers/place-pickers.tsx';
import { ChoiceField } from '../../../../ui/pickers/choice-field.tsx';
import type { FieldsProps } from './fields.ts';

type Props = FieldsProps & { countries: readonly Country[]; languages: readonly Language[] };

/** Country, city and the language of messages. */
export function PlaceFields({ form, edit, errorOf, countries, languages }: Props) {
  const { t } = useTranslation('register');
  const [countryOpened, countryPicker] = useDisclosure(false);
  const [languageOpened, languagePicker] = useDisclosure(false);
  const country = countries.find(({ code }) => code === form.country);
  const language = languages.find(({ code }) => code === form.language);
  return (
    <>
      <ChoiceField
        name="country"
        label={t('fields.country')}
        placeholder={t('fields.country_none')}
        value={country?.name ?? form.country}
        flag={country?.flag ?? ''}
        error={errorOf('country')}
        onOpen={countryPicker.open}
      />
      <TextInput
        name="city"
        label={t('fields.city')}
        autoComplete="address-level2"
        maxLength={100}
        value={form.city}
        onChange={(event) => edit({ city: event.currentTarget.value })}
      />
      <ChoiceField
        name="language"
        label={t('fields.language')}
        placeholder={t('fields.language_none')}
        value={language?.name ?? form.language}
        flag={language?.flag ?? ''}
        error={errorOf('language')}
        onOpen={languagePicker.open}
      />
      <CountryPicker
        opened={countryOpened}
        onClose={countryPicker.close}
        countries={countries}
        selected={form.country}
        onPick={(code) => edit({ country: code })}
      />
      <LanguagePicker
        opened={languageOpened}
        onClose={languagePicker.close}
        languages={languages}
        selected={form.language}
        onPick={(code) => edit({ language: code })}
      />
    </>
  );
}
