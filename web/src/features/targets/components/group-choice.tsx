import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGetTargetGroupsQuery } from '../targets-api.ts';

type Props = { label: string; value: readonly number[]; onChange: (ids: number[]) => void };

/** A choice of the user's groups. */
export function GroupChoice({ label, value, onChange }: Props) {
  const { t } = useTranslation('targets');
  const { data = [] } = useGetTargetGroupsQuery();
  const known = new Set(data.map(({ id }) => id));
  const unknown = value.filter((id) => !known.has(id)).map((id) => ({ value: String(id), label: `#${id}` }));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('group_hint') : ''}
      data={[...data.map(({ id, name }) => ({ value: String(id), label: name })), ...unknown]}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      nothingFoundMessage={t('no_groups')}
    />
  );
}
