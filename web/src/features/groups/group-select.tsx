import { NativeSelect } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useGetGroupsQuery } from './groups-api.ts';

type Props = {
  value: number | null;
  onChange: (id: number | null) => void;
  /** Whose groups; one's own by default, those of another person for administrators only. */
  owner?: number | undefined;
};

export function GroupSelect({ value, onChange, owner }: Props) {
  const { t } = useTranslation('groups');
  const { currentData: groups } = useGetGroupsQuery(owner === undefined ? undefined : { user_id: owner });
  const none = owner === undefined ? t('select.none') : t('select.noneOfOwner');
  return (
    <NativeSelect
      label={t('select.label')}
      value={value === null ? '' : String(value)}
      data={[
        { value: '', label: groups?.length === 0 ? none : t('select.choose') },
        ...(groups ?? []).map(({ id, name, may_change }) => ({
          value: String(id),
          label: name,
          disabled: may_change === false,
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}
