import type { PhoneCode } from '@belfry/schemas/http/lookups';
import { useTranslation } from 'react-i18next';
import { searchPhoneCodes } from '../../lib/lookups/lookup-search.ts';
import { PickerDialog, type PickerRow } from './picker-dialog.tsx';

type Props = {
  opened: boolean;
  phoneCodes: readonly PhoneCode[];
  /** The chosen country, because several share a dial code: ISO 3166-1 alpha-2, or empty. */
  selected: string;
  onPick: (entry: PhoneCode) => void;
  onClose: () => void;
};

/** A country may have several dial codes, and a dial code several countries. */
const valueOf = ({ countryCode, phoneCode }: PhoneCode): string => `${countryCode}${phoneCode}`;
const rowOf = (entry: PhoneCode): PickerRow => ({
  value: valueOf(entry),
  flag: entry.flag,
  name: entry.countryName,
  detail: entry.phoneCode,
});

/** Search by country name, country code or phone code. */
export function PhoneCodePicker({ phoneCodes, selected, onPick, ...rest }: Props) {
  const { t } = useTranslation('ui');
  const chosen = phoneCodes.find(({ countryCode }) => countryCode === selected);
  const pick = (value: string): void => {
    const entry = phoneCodes.find((each) => valueOf(each) === value);
    if (entry) onPick(entry);
  };
  return (
    <PickerDialog
      {...rest}
      selected={chosen ? valueOf(chosen) : ''}
      title={t('pickers.phone_code.title')}
      placeholder={t('pickers.phone_code.search')}
      search={(typed) => searchPhoneCodes(phoneCodes, typed).map(rowOf)}
      onPick={pick}
    />
  );
}
