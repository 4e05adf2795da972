import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  value: string;
  /** Whether a missing name is marked. */
  checked: boolean;
  onChange: (name: string) => void;
};

/** The name of an item of the library. */
export function NameField({ value, checked, onChange }: Props) {
  const { t } = useTranslation('library');
  return (
    <TextInput
      label={t('name')}
      withAsterisk
      maxLength={80}
      value={value}
      error={checked && value.trim() === '' && t('name_missing')}
      data-autofocus
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
