import { InputBase, InputPlaceholder } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './choice-field.module.css';

type Props = {
  name: string;
  label: string;
  description?: string;
  optional?: boolean;
  disabled?: boolean;
  placeholder: string;
  value: string;
  flag: string;
  error?: string | undefined;
  onOpen: () => void;
};

export const ChoiceField = ({
  name,
  label,
  description,
  optional = false,
  disabled = false,
  placeholder,
  value,
  flag,
  error,
  onOpen,
}: Props) => (
  <InputBase
    component="button"
    type="button"
    pointer
    name={name}
    label={label}
    description={description}
    withAsterisk={!optional}
    disabled={disabled}
    aria-label={`${label}: ${value || placeholder}`}
    aria-haspopup="dialog"
    error={error}
    rightSection={<IconChevronDown size={16} aria-hidden />}
    rightSectionPointerEvents="none"
    onClick={onOpen}
  >
    {value !== '' && flag !== '' && (
      <span className={classes.flag}>
        <Flag emoji={flag} />
      </span>
    )}
    {value || <InputPlaceholder>{placeholder}</InputPlaceholder>}
  </InputBase>
);

/** Image files, because fonts of Windows have no flags. They are loaded lazily. */
const files = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/??.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});
const urls = new Map(Object.entries(files).map(([path, url]) => [path.slice(-'XX.svg'.length, -'.svg'.length), url]));

/** 🇷🇺 → `RU`: regional indicators are one block of Unicode in alphabetical order. */
const countryOf = (emoji: string): string =>
  Array.from(emoji, (letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x1_f1_e6 + 65)).join('');

/** The flag of a lookup list, which is an emoji. Decorative, because the name is beside it. */
export function Flag({ emoji }: { emoji: string }) {
  const url = urls.get(countryOf(emoji));
  return url === undefined ? (
    <span aria-hidden className={classes.none} />
  ) : (
    <img src={url} alt="" width={21} height={14} loading="lazy" className={classes.flagImage} />
  );
}
