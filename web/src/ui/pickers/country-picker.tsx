import type { Country } from '@belfry/schemas/http/lookups';
import { useTranslation } from 'react-i18next';
import { searchCountries } from '../../lib/lookups/lookup-search.ts';
import { PickerDialog, type PickerRow } from './picker-dialog.tsx';

type Props = {
  opened: boolean;
  countries: readonly Country[];
  /** ISO 3166-1 alpha-2, or empty. */
  selected: string;
  onPick: (code: string) => void;
  onClose: () => void;
};

const rowOf = ({ code, name, flag }: Country): PickerRow => ({ value: code, flag, name, detail: code });

/** Search by name or code. */
export function CountryPicker({ countries, ...rest }: Props) {
  const { t } = useTranslation('ui');
  return (
    <PickerDialog
      {...rest}
      title={t('pickers.country.title')}
      placeholder={t('pickers.country.search')}
      search={(typed) => searchCountries(countries, typed).map(rowOf)}
    />
  );
}
