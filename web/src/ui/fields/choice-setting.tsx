import { SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import { useBreakpoint } from '../../lib/use-breakpoint.ts';
import classes from './choice-setting.module.css';

type ChoiceSettingProps<T extends string> = {
  label: string;
  description?: string;
  /** Null: none of the choices. */
  value: T | null;
  choices: readonly T[];
  disabled?: boolean;
  /** Choices that are shown and cannot be made. */
  isClosed?: (choice: T) => boolean;
  name: (choice: T) => string;
  onChange: (choice: T) => void;
};

/** Names with more characters together are stacked on a phone. */
const LETTERS_BESIDE = 24;

export function ChoiceSetting<T extends string>({
  label,
  description,
  value,
  choices,
  disabled,
  isClosed,
  name,
  onChange,
}: ChoiceSettingProps<T>) {
  const id = useId();
  const narrow = useBreakpoint('phone');
  const long = choices.map(name).join('').length > LETTERS_BESIDE;
  return (
    <div className={classes.choice}>
      <div>
        <Text size="sm" id={id}>
          {label}
        </Text>
        {description !== undefined && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      <SegmentedControl
        className={classes.choices ?? ''}
        aria-labelledby={id}
        orientation={narrow && long ? 'vertical' : 'horizontal'}
        value={value ?? ''}
        disabled={disabled}
        onChange={(next) => {
          const choice = choices.find((each) => each === next);
          if (choice !== undefined) onChange(choice);
        }}
        data={choices.map((choice) => ({
          value: choice,
          label: name(choice),
          disabled: isClosed?.(choice) ?? false,
        }))}
      />
    </div>
  );
}
