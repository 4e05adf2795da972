import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './block.module.css';

/** A named section of My Profile. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.block} aria-labelledby={id}>
      <Title order={4} size="h6" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
