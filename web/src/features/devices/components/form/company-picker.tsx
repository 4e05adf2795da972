import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompanyMatch, CompanySearchQuery } from '@belfry/schemas/http/companies';
import { useGetCompanyInfoQuery } from '../../../../api/companies/companies-api.ts';
import { useSearchCompaniesQuery } from '../../../../api/companies/company-search-api.ts';

const SETTLE_MS = 200;

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'type'> & {
  /** The id of the chosen node; empty for none. */
  value: string;
  onChange: (companyId: string) => void;
  /** Offers nodes of this type only. */
  type?: CompanySearchQuery['type'];
};

const labelOf = ({ name, main_company_name }: Pick<CompanyMatch, 'name' | 'main_company_name'>): string =>
  main_company_name === null ? name : `${name} (${main_company_name})`;

/** A company that is searched by name on the server; see DEV-39. */
export function CompanyPicker({ value, onChange, type, ...rest }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [settled] = useDebouncedValue(typed, SETTLE_MS);
  // The name of the choice comes from the match that was picked, else from the server, else the id stands for it.
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const isKnown = picked?.value === value;
  const info = useGetCompanyInfoQuery(Number(value), { skip: value === '' || isKnown });
  const chosenLabel = isKnown ? picked.label : (info.currentData?.name ?? t('company.number', { id: value }));
  const chosen = value === '' ? [] : [{ value, label: chosenLabel }];
  // The field contains the label of the choice until something is typed; this is no search.
  const q = settled === chosen[0]?.label ? '' : settled.trim();
  const search = useSearchCompaniesQuery({ q, ...(type && { type }) }, { skip: !opened });
  const matches = (search.data ?? []).map((match) => ({ value: String(match.company_id), label: labelOf(match) }));
  const data = opened ? [...chosen, ...matches.filter((match) => match.value !== value)] : chosen;
  return (
    <Select
      {...rest}
      searchable
      clearable
      allowDeselect={false}
      // The button is hidden from keyboards and screen readers by default.
      clearButtonProps={{ 'aria-label': t('company.clear'), 'aria-hidden': false, tabIndex: 0 }}
      maxLength={200}
      data={data}
      value={value === '' ? null : value}
      onChange={(id, option) => {
        setPicked(id === null ? null : { value: id, label: option?.label ?? '' });
        onChange(id ?? '');
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onClick={({ currentTarget }) => currentTarget.select()}
      // The server has filtered; the present choice is offered only while nothing else is searched for.
      filter={({ options }) =>
        q === '' ? options : options.filter((option) => !('value' in option) || option.value !== value)
      }
      nothingFoundMessage={search.isFetching ? t('common:loading') : t('company.none')}
    />
  );
}
