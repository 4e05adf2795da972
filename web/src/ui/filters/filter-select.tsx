import { NativeSelect } from '@mantine/core';

type Choice = string | number;
type Props<T extends Choice> = {
  label: string;
  /** In the order of the list. */
  choices: readonly T[];
  value: T;
  labelOf: (choice: T) => string;
  onChange: (choice: T) => void;
};

/** A filter with a fixed list of choices. */
export const FilterSelect = <T extends Choice>({ label, choices, value, labelOf, onChange }: Props<T>) => (
  <NativeSelect
    label={label}
    value={value}
    data={choices.map((choice) => ({ value: String(choice), label: labelOf(choice) }))}
    onChange={({ currentTarget }) => {
      // An element only has texts as values; the choice itself may be a number.
      const chosen = choices.find((choice) => String(choice) === currentTarget.value);
      if (chosen !== undefined) onChange(chosen);
    }}
  />
);
