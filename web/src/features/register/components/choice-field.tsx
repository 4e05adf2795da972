import { InputBase, InputPlaceholder } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Flag } from '../../lookups/components/flag.tsx';
import classes from './choice-field.module.css';

type Props = {
  name: string;
  label: string;
  placeholder: string;
  /** What is chosen, as people read it; empty while nothing is. */
  value: string;
  /** Beside it, as an emoji. */
  flag: string;
  error: string | undefined;
  onOpen: () => void;
};

/** Looks like a field and opens a picker. */
export const ChoiceField = ({ name, label, placeholder, value, flag, error, onOpen }: Props) => (
  <InputBase
    component="button"
    type="button"
    pointer
    name={name}
    label={label}
    withAsterisk
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
