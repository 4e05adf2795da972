import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './element-fields.module.css';

/** A named section of the form, below a separator. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={3} size="h6" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
