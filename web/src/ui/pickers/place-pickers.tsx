import type { Country, Language, PhoneCode } from '@belfry/schemas/http/lookups';
import { useTranslation } from '../../lib/translation.ts';
import { searchCountries, searchLanguages, searchPhoneCodes } from '../../lib/lookup-search.ts';
import { PickerDialog, type PickerRow } from './picker-dialog.tsx';

type CountryPickerProps = {
  opened: boolean;
  countries: readonly Country[];
  /** ISO 3166-1 alpha-2, or empty. */
  selected: string;
  onPick: (code: string) => void;
  onClose: () => void;
};

const countryRow = ({ code, name, flag }: Country): PickerRow => ({ value: code, flag, name, detail: code });

export function CountryPicker({ countries, ...rest }: CountryPickerProps) {
  const { t } = useTranslation('ui');
  return (
    <PickerDialog
      {...rest}
      title={t('pickers.country.title')}
      placeholder={t('pickers.country.search')}
      search={(typed) => searchCountries(countries, typed).map(countryRow)}
    />
  );
}

type LanguagePickerProps = {
  opened: boolean;
  escapeClears?: boolean;
  languages: readonly Language[];
  /** ISO 639-1, or empty. */
  selected: string;
  onPick: (code: string) => void;
  onClose: () => void;
};

const languageRow = ({ code, name, native, flag }: Language): PickerRow => ({
  value: code,
  flag,
  name: native === name ? name : `${name} · ${native}`,
  detail: code,
});

/** Search by name or code, prefix matches first. */
export function LanguagePicker({ languages, ...rest }: LanguagePickerProps) {
  const { t } = useTranslation('ui');
  return (
    <PickerDialog
      {...rest}
      title={t('pickers.language.title')}
      placeholder={t('pickers.language.search')}
      search={(typed) => searchLanguages(languages, typed).map(languageRow)}
    />
  );
}

type PhoneCodePickerProps = {
  opened: boolean;
  phoneCodes: readonly PhoneCode[];
  /** The chosen country, because several share a dial code: ISO 3166-1 alpha-2, or empty. */
  selected: string;
  onPick: (entry: PhoneCode) => void;
  onClose: () => void;
};

/** A country may have several dial codes, and a dial code several countries. */
const valueOf = ({ countryCode, phoneCode }: PhoneCode): string => `${countryCode}${phoneCode}`;
const phoneCodeRow = (entry: PhoneCode): PickerRow => ({
  value: valueOf(entry),
  flag: entry.flag,
  name: entry.countryName,
  detail: entry.phoneCode,
});

export function PhoneCodePicker({ phoneCodes, selected, onPick, ...rest }: PhoneCodePickerProps) {
  const { t } = useTranslation('ui');
  const entry = phoneCodes.find(({ countryCode }) => countryCode === selected);
  const pick = (value: string): void => {
    const entry = phoneCodes.find((each) => valueOf(each) === value);
    if (entry) onPick(entry);
  };
  return (
    <PickerDialog
      {...rest}
      selected={entry ? valueOf(entry) : ''}
      title={t('pickers.phone_code.title')}
      placeholder={t('pickers.phone_code.search')}
      search={(typed) => searchPhoneCodes(phoneCodes, typed).map(phoneCodeRow)}
      onPick={pick}
    />
  );
}
