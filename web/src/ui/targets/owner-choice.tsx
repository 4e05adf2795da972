import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TargetOwners } from '../../lib/targets/target-sources.ts';

type Props = {
  owners: TargetOwners;
  onChanged: () => void;
  /** What no owner stands for; by default one's own places. */
  hint?: string;
  clearLabel?: string;
};

/** For administrators: whose places are offered. Another owner begins a new choice. */
export function OwnerChoice({ owners, onChanged, hint, clearLabel }: Props) {
  const { t } = useTranslation(['targets', 'common']);
  const { chosen, found, searching, onSearch, onOpened, onChoose } = owners;
  const others = found.filter(({ id }) => id !== chosen?.id);
  return (
    <Select
      label={t('owner')}
      placeholder={hint ?? t('owner_hint')}
      searchable
      clearable
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': clearLabel ?? t('owner_clear'), 'aria-hidden': false, tabIndex: 0 }}
      maxLength={200}
      data={(chosen ? [chosen, ...others] : others).map(({ id, label }) => ({ value: String(id), label }))}
      value={chosen ? String(chosen.id) : null}
      onChange={(id, option) => {
        onChoose(id === null ? null : { id: Number(id), label: option?.label ?? '' });
        onChanged();
      }}
      onSearchChange={onSearch}
      onDropdownOpen={() => onOpened(true)}
      onDropdownClose={() => onOpened(false)}
      // The server has filtered.
      filter={({ options }) => options}
      nothingFoundMessage={t(searching ? 'common:loading' : 'owner_none')}
    />
  );
}
