import { SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './settings.module.css';

type Props<T extends string> = {
  label: string;
  description?: string;
  value: T;
  choices: readonly T[];
  disabled?: boolean;
  name: (choice: T) => string;
  onChange: (choice: T) => void;
};

/** One of few, all of them in sight. */
export function ChoiceSetting<T extends string>({
  label,
  description,
  value,
  choices,
  disabled,
  name,
  onChange,
}: Props<T>) {
  const id = useId();
  return (
    <div className={classes.choice}>
      <div>
        <Text size="sm" fw={500} id={id}>
          {label}
        </Text>
        {description !== undefined && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      <SegmentedControl
        className={classes.choices ?? ''}
        aria-labelledby={id}
        value={value}
        disabled={disabled}
        onChange={(chosen) => {
          const choice = choices.find((each) => each === chosen);
          if (choice !== undefined) onChange(choice);
        }}
        data={choices.map((choice) => ({ value: choice, label: name(choice) }))}
      />
    </div>
  );
}
