import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGetGroupsQuery } from '../groups-api.ts';

type Props = { value: number | null; onChange: (id: number | null) => void };

/** A choice among the user's own groups. */
export function GroupSelect({ value, onChange }: Props) {
  const { t } = useTranslation('groups');
  const { data = [] } = useGetGroupsQuery();
  return (
    <NativeSelect
      label={t('select.label')}
      value={value === null ? '' : String(value)}
      data={[
        { value: '', label: data.length === 0 ? t('select.none') : t('select.choose') },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}
