import { Group, Switch, Text } from '@mantine/core';
import { useId } from 'react';

type Props = {
  label: string;
  description: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

export function SwitchRow({ label, description, checked, disabled, onChange }: Props) {
  const id = useId();
  return (
    <Group justify="space-between" wrap="nowrap" gap="lg">
      <div>
        <Text component="label" htmlFor={id} size="sm">
          {label}
        </Text>
        <Text size="sm" c="dimmed" id={`${id}-meaning`}>
          {description}
        </Text>
      </div>
      <Switch
        id={id}
        size="md"
        aria-describedby={`${id}-meaning`}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Group>
  );
}
