import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TargetSources } from '../../lib/targets/target-sources.ts';

type Props = {
  label: string;
  offered: TargetSources['groups'];
  value: readonly number[];
  onChange: (ids: number[]) => void;
};

/** A choice of the user's groups. */
export function GroupChoice({ label, offered, value, onChange }: Props) {
  const { t } = useTranslation('targets');
  const known = new Set(offered.map(({ id }) => id));
  const unknown = value.filter((id) => !known.has(id)).map((id) => ({ value: String(id), label: `#${id}` }));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('group_hint') : ''}
      data={[...offered.map(({ id, name }) => ({ value: String(id), label: name })), ...unknown]}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      nothingFoundMessage={t('no_groups')}
    />
  );
}
