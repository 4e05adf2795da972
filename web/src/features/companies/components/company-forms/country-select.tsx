import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchSelect } from '../../../../ui/pickers/search-select.tsx';
import { countryTexts } from '../../../../lib/lookups/lookup-search.ts';
import { useCountries } from '../../../../api/lookups/use-lookups.ts';
import { DETAIL_LIMITS } from '../../company-form.ts';

type Props = {
  /** The stored country, which is offered even where the list lacks it. */
  present: string;
  value: string;
  error: ReactNode;
  /** `code` is undefined where the country is cleared, or not in the list. */
  onChange: (country: string, code?: string) => void;
};

/** The country of a main company, stored by its name. */
export function CountrySelect({ present, value, error, onChange }: Props) {
  const { t } = useTranslation('companies');
  const { list } = useCountries();
  const codes = useMemo(() => new Map(list.map(({ name, code }) => [name, code])), [list]);
  const names = [...codes.keys()].filter((name) => name.length <= DETAIL_LIMITS.country && name !== present);
  const offered = present === '' ? names : [present, ...names];
  return (
    <SearchSelect
      label={t('details.country')}
      data={offered.map((name) => ({ value: name, label: name }))}
      textsOf={({ label }) => countryTexts(codes.get(label) ?? '', label)}
      value={value === '' ? null : value}
      onChange={(name) => onChange(name, codes.get(name))}
      maxLength={DETAIL_LIMITS.country}
      clearable
      clearButtonProps={{ 'aria-label': t('details.country_clear'), tabIndex: 0 }}
      onClear={() => onChange('')}
      error={error}
    />
  );
}
