import { Group, Paper, Title } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';

type Props = {
  title: string;
  /** The level of the title: 2 where the card is a direct part of a page. */
  order?: 2 | 3;
  action?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
  className?: string;
};

/** A named card; `action` is on the right of its title. */
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
      <Group justify="space-between" mb="md" mih={30} wrap="nowrap">
        <Title order={order} size="h5" id={id}>
          {title}
        </Title>
        {/* A long title wraps; the label of a button would be cut. */}
        {action && <div style={{ flex: 'none' }}>{action}</div>}
      </Group>
      {children}
    </Paper>
  );
}
