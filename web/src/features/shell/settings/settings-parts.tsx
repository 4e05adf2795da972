import { Paper, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

type SettingsGroupProps = {
  title: string;
  children: ReactNode;
};

export function SettingsGroup({ title, children }: SettingsGroupProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder className={classes.group ?? ''} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </Paper>
  );
}
