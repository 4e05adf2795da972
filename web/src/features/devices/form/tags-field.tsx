import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTag, normalizeTag, splitTags, TAG_MAX, TAGS_MAX } from '@belfry/schemas/domain/tags';
import { useGetDeviceTagsQuery } from '../devices-api.ts';
import classes from './tags-field.module.css';

type Props = Omit<TagsInputProps, 'value' | 'defaultValue' | 'onChange' | 'data'> & {
  /** Separated by commas. */
  value: string;
  onChange: (tags: string) => void;
};

/** The tags of a device. Tags that other devices have are suggested; a text that is no tag is kept in the field. */
export function TagsField({ value, onChange, ...rest }: Props) {
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
