import { Stack, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './player-card.module.css';

/** One named part of a tab. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Text component="h3" id={id} size="sm" fw={600} mb="sm">
        {title}
      </Text>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}
