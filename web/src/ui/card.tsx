import { Group, Paper, Title } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';
import classes from './card.module.css';

type Props = {
  title: string;
  /** The level of the title: 2 where the card is a direct part of a page. */
  order?: 2 | 3;
  action?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
  className?: string;
};

export function Card({ title, order = 3, action, children, ref, className }: Props) {
  const id = useId();
  return (
    <Paper
      ref={ref}
      component="section"
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      aria-labelledby={id}
      className={className}
    >
      <Group justify="space-between" mb="md" mih={30}>
        {/* Where the title would have less room, the action goes below it. */}
        <Title order={order} size="h5" id={id} style={{ flex: '1 1 9rem' }}>
          {title}
        </Title>
        {/* A long title wraps; the label of a button would be cut. */}
        {action && <div style={{ flex: 'none' }}>{action}</div>}
      </Group>
      {children}
    </Paper>
  );
}

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values in two columns; `compact` with a narrow one for short names. */
export function Facts({ facts, compact = false }: { facts: readonly Fact[]; compact?: boolean }) {
  return (
    <dl className={classes.facts} data-compact={compact || undefined}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
