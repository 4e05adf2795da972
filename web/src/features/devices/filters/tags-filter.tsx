import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FILTER_TAGS_MAX, splitTags } from '@belfry/schemas/domain/tags';
import { useGetDeviceTagsQuery } from '../devices-api.ts';
import classes from '../form/tags-field.module.css';

type Props = { className: string; value: string; onChange: (tags: string[]) => void };

/** Devices that have all chosen tags; a chosen one stays, even where no device has it any more. See DEV-41. */
export function TagsFilter({ className, value, onChange }: Props) {
  const { t } = useTranslation(['devices', 'ui']);
  const { data = [] } = useGetDeviceTagsQuery();
  const chosen = splitTags(value);
  const counts = new Map(data.map(({ tag, devices }) => [tag, devices]));
  return (
    <MultiSelect
      classNames={{ inputField: classes.field ?? '' }}
      className={className}
      label={t('filters.tags')}
      placeholder={chosen.length === 0 ? t('ui:filters.all') : ''}
      data={[...new Set([...counts.keys(), ...chosen])]}
      renderOption={({ option }) => (
        <span>
          {option.label} ({counts.get(option.value) ?? 0})
        </span>
      )}
      value={chosen}
      onChange={onChange}
      maxValues={FILTER_TAGS_MAX}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('filters.noTag')}
    />
  );
}
