import { Select, type ComboboxItem } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { searchRanked } from '../../lib/lookup-search.ts';
import type { TargetNodes, TargetOwner, TargetOwners } from './targets.ts';
import { ServerSelect } from '../../ui/pickers/server-select.tsx';

/** Longer lists are slow to draw, and nobody reads them: a further letter narrows them. */
const SHOWN = 50;

type NodeSelectProps = {
  places: TargetNodes;
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (companyId: number | null) => void;
  error?: ReactNode;
};

export function NodeSelect({ places, label, placeholder, value, onChange, error }: NodeSelectProps) {
  const { t } = useTranslation(['targets', 'common']);
  const { nodes, failure } = places;
  const known = (nodes ?? []).map(({ company_id, name, path }) => ({
    value: String(company_id),
    label: path === '' ? name : `${path} / ${name}`,
  }));
  const unlisted = value !== null && nodes && !nodes.some(({ company_id }) => company_id === value);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear_search'), 'aria-hidden': false, tabIndex: 0 }}
      limit={SHOWN}
      data={unlisted ? [...known, { value: String(value), label: `#${value}` }] : known}
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
      error={failure ?? error}
    />
  );
}

type OwnerChoiceProps = {
  owners: TargetOwners;
  onChanged: () => void;
  /** The meaning of no owner; by default one's own places. */
  hint?: string;
  clearLabel?: string;
};

const toItem = ({ id, label }: TargetOwner): ComboboxItem => ({ value: String(id), label });

/** For administrators: whose places are offered. Another owner begins a new choice. */
export function OwnerChoice({ owners, onChanged, hint, clearLabel }: OwnerChoiceProps) {
  const { t } = useTranslation('targets');
  const { chosen, found, searching, onSearch, onOpened, onChoose } = owners;
  return (
    <ServerSelect
      label={t('owner')}
      placeholder={hint ?? t('owner_hint')}
      chosen={chosen && toItem(chosen)}
      found={found.map(toItem)}
      searching={searching}
      onSearch={onSearch}
      onOpened={onOpened}
      onChoose={(item) => {
        onChoose(item && { id: Number(item.value), label: item.label });
        onChanged();
      }}
      clearLabel={clearLabel ?? t('owner_clear')}
      noneText={t('owner_none')}
    />
  );
}
