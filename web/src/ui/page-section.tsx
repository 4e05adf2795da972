import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './page-section.module.css';

type Props = { title: string; lead?: ReactNode; action?: ReactNode; children: ReactNode };

/** A part of a page: a heading below a hairline. */
export function PageSection({ title, lead, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id={id} className={classes.title ?? ''}>
          {title}
        </Title>
        {action}
      </div>
      <Stack gap="md" className={classes.body ?? ''}>
        {lead !== undefined && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
        {children}
      </Stack>
    </section>
  );
}
