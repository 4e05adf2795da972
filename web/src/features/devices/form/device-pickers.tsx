import { type ComboboxItem, type SelectProps, TagsInput, type TagsInputProps, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import type { CompanyMatch, CompanySearchQuery } from '@belfry/schemas/http/companies/companies';
import { useGetCompanyInfoQuery, useSearchCompaniesQuery } from '../../companies/companies-api.ts';
import { useChoiceSearch } from '../../../lib/use-choice-search.ts';
import { ServerSelect } from '../../../ui/pickers/server-select.tsx';
import { isTag, normalizeTag, splitTags, TAG_MAX, TAGS_MAX, FILTER_TAGS_MAX } from '@belfry/schemas/domain/tags';
import { useGetDeviceTagsQuery } from '../devices-api.ts';
import classes from './device-pickers.module.css';

type Props = Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange' | 'ref' | 'type'> & {
  value: string;
  onChange: (companyId: string) => void;
  type?: CompanySearchQuery['type'];
  forDevice?: boolean;
};

/** A company that is searched by name on the server; see DEV-39. */
export function CompanyPicker({ value, onChange, type, forDevice = false, ...rest }: Props) {
  const { t } = useTranslation('devices');
  // The name of the choice comes from the match that was picked, else from the server, else the id stands for it.
  const [picked, setPicked] = useState<ComboboxItem | null>(null);
  const pickedItem = picked?.value === value ? picked : null;
  const info = useGetCompanyInfoQuery(Number(value), { skip: value === '' || pickedItem !== null });
  const named = { value, label: info.currentData?.name ?? t('company.number', { id: value }) };
  const item = value === '' ? null : (pickedItem ?? named);
  const { q, opened, isTyping, onSearch, onOpened } = useChoiceSearch();
  const { data = [], isFetching } = useSearchCompaniesQuery(
    { q, ...(type && { type }), ...(forDevice && { for_device: 'true' }) },
    { skip: !opened },
  );
  return (
    <ServerSelect
      {...rest}
      choice={item}
      matches={data.map(toItem)}
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

type TagsFieldProps = Omit<TagsInputProps, 'value' | 'defaultValue' | 'onChange' | 'data'> & {
  /** Separated by commas. */
  value: string;
  onChange: (tags: string) => void;
};

/** The tags of a device. Tags that other devices have are suggested; a text that is not a valid tag stays in the field. */
export function TagsField({ value, onChange, ...rest }: TagsFieldProps) {
  const { t } = useTranslation('devices');
  const { data = [] } = useGetDeviceTagsQuery();
  const [typed, setTyped] = useState('');
  const [invalid, setInvalid] = useState(false);
  const change = (tags: string[]): void => {
    const refused = tags.filter((tag) => !isTag(tag));
    setInvalid(refused.length > 0);
    onChange([...new Set(tags.filter(isTag).map(normalizeTag))].join(','));
    setTyped(refused.join(', '));
  };
  return (
    <TagsInput
      classNames={{ inputField: classes.field ?? '' }}
      {...rest}
      value={splitTags(value)}
      onChange={change}
      searchValue={typed}
      onSearchChange={setTyped}
      data={data.map(({ tag }) => tag)}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      splitChars={[',']}
      acceptValueOnBlur
      placeholder={value === '' ? t('form.tagsHint') : ''}
      error={invalid ? t('invalid.tag') : rest.error}
    />
  );
}

type TagsFilterProps = { className: string; value: string; onChange: (tags: string[]) => void };

/** Devices that have all chosen tags; a chosen one stays, even where no device has it any more. See DEV-41. */
export function TagsFilter({ className, value, onChange }: TagsFilterProps) {
  const { t } = useTranslation(['devices', 'ui']);
  const { data = [] } = useGetDeviceTagsQuery();
  const tags = splitTags(value);
  const counts = new Map(data.map(({ tag, devices }) => [tag, devices]));
  return (
    <MultiSelect
      classNames={{ inputField: classes.field ?? '' }}
      className={className}
      label={t('filters.tags')}
      placeholder={tags.length === 0 ? t('ui:filters.all') : ''}
      data={[...new Set([...counts.keys(), ...tags])]}
      renderOption={({ option }) => (
        <span>
          {option.label} ({counts.get(option.value) ?? 0})
        </span>
      )}
      value={tags}
      onChange={onChange}
      maxValues={FILTER_TAGS_MAX}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('filters.noTag')}
    />
  );
}

const toItem = ({ company_id, name, main_company_name }: CompanyMatch): ComboboxItem => ({
  value: String(company_id),
  label: main_company_name === null ? name : `${name} (${main_company_name})`,
});
