import { InputBase, InputPlaceholder } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Flag } from './flag.tsx';
import classes from './choice-field.module.css';

type Props = {
  name: string;
  label: string;
  /** Below the label. */
  description?: string;
  optional?: boolean;
  disabled?: boolean;
  placeholder: string;
  /** The text of the choice; empty for none. */
  value: string;
  /** The flag of the choice, as an emoji. */
  flag: string;
  error?: string | undefined;
  onOpen: () => void;
};

/** A button that looks like a field and opens a picker. */
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
