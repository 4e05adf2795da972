import { InputBase, InputPlaceholder } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

type Props = {
  name: string;
  label: string;
  placeholder: string;
  /** What is chosen, as people read it; empty while nothing is. */
  value: string;
  error: string | undefined;
  onOpen: () => void;
};

/** Looks like a field and opens a picker. */
export const ChoiceField = ({ name, label, placeholder, value, error, onOpen }: Props) => (
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
    {value || <InputPlaceholder>{placeholder}</InputPlaceholder>}
  </InputBase>
);
