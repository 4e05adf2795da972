import type { ComboboxItem, SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompanyMatch, CompanySearchQuery } from '@belfry/schemas/http/companies/companies';
import { useGetCompanyInfoQuery, useSearchCompaniesQuery } from '../../companies/companies-api.ts';
import { useChoiceSearch } from '../../../lib/use-choice-search.ts';
import { ServerSelect } from '../../../ui/pickers/server-select.tsx';

type Props = Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange' | 'ref' | 'type'> & {
  /** The id of the chosen node; empty for none. */
  value: string;
  onChange: (companyId: string) => void;
  /** Offers nodes of this type only. */
  type?: CompanySearchQuery['type'];
};

const toItem = ({ company_id, name, main_company_name }: CompanyMatch): ComboboxItem => ({
  value: String(company_id),
  label: main_company_name === null ? name : `${name} (${main_company_name})`,
});

/** A company that is searched by name on the server; see DEV-39. */
export function CompanyPicker({ value, onChange, type, ...rest }: Props) {
  const { t } = useTranslation('devices');
  // The name of the choice comes from the match that was picked, else from the server, else the id stands for it.
  const [picked, setPicked] = useState<ComboboxItem | null>(null);
  const known = picked?.value === value ? picked : null;
  const info = useGetCompanyInfoQuery(Number(value), { skip: value === '' || known !== null });
  const named = { value, label: info.currentData?.name ?? t('company.number', { id: value }) };
  const chosen = value === '' ? null : (known ?? named);
  const { q, opened, isTyping, onSearch, onOpened } = useChoiceSearch();
  const { data = [], isFetching } = useSearchCompaniesQuery({ q, ...(type && { type }) }, { skip: !opened });
  return (
    <ServerSelect
      {...rest}
      chosen={chosen}
      found={data.map(toItem)}
      searching={isTyping || isFetching}
      onSearch={onSearch}
      onOpened={onOpened}
      onChoose={(item) => {
        setPicked(item);
        onChange(item?.value ?? '');
      }}
      clearLabel={t('company.clear')}
      noneText={t('company.none')}
    />
  );
}
