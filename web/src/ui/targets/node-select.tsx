import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { searchRanked } from '../../lib/lookups/search-rank.ts';
import type { TargetNodes } from '../../lib/targets/target-sources.ts';

/** Longer lists are slow to draw, and nobody reads them: a further letter narrows them. */
const SHOWN = 50;

type Props = {
  places: TargetNodes;
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (companyId: number | null) => void;
};

/** One node of the user's trees, searchable by its name and the names above it. */
export function NodeSelect({ places, label, placeholder, value, onChange }: Props) {
  const { t } = useTranslation(['targets', 'common']);
  const { nodes, failure } = places;
  const known = (nodes ?? []).map(({ company_id, name, path }) => ({
    value: String(company_id),
    label: path === '' ? name : `${path} / ${name}`,
  }));
  const foreign = value !== null && nodes && !nodes.some(({ company_id }) => company_id === value);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear_search'), 'aria-hidden': false, tabIndex: 0 }}
      limit={SHOWN}
      data={foreign ? [...known, { value: String(value), label: `#${value}` }] : known}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      filter={({ options, search, limit }) =>
        searchRanked(
          options.filter((option) => 'value' in option),
          search,
          ({ label: name }) => ({ name }),
        ).slice(0, limit)
      }
      nothingFoundMessage={t('common:nothing_found')}
      error={failure}
    />
  );
}
