import { Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBreakpoint } from '../../../lib/use-breakpoint.ts';
import classes from './settings.module.css';

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

/** A segmented control for a choice of few values. */
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
        orientation={narrow && long ? 'vertical' : 'horizontal'}
        value={value ?? ''}
        disabled={disabled}
        onChange={(chosen) => {
          const choice = choices.find((each) => each === chosen);
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

type SettingsGroupProps = {
  title: string;
  /** Whether these choices are only stored in this browser, which a note below them states. */
  local?: boolean;
  children: ReactNode;
};

/** Settings that belong together. */
export function SettingsGroup({ title, local = false, children }: SettingsGroupProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <Paper component="section" withBorder className={classes.group ?? ''} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
      {local && (
        <Text size="xs" className={classes.local}>
          <IconInfoCircle size={16} aria-hidden />
          {t('local')}
        </Text>
      )}
    </Paper>
  );
}
