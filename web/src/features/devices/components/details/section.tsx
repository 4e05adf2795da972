import { Group, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './section.module.css';

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** One named part of the drawer. */
export function Section({ title, action, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Group justify="space-between" mb="sm" mih={28}>
        <Title order={3} size="h6" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
}
