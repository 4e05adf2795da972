import { Paper, Stack, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useId, useRef, type ReactNode } from 'react';

type Props = {
  title: string;
  onSubmit: ReturnType<UseFormReturnType<object>['onSubmit']>;
  onClose: () => void;
  children: ReactNode;
};

/** A form on a card above the tree; the focus starts at what is marked with `data-autofocus`, Escape closes it. */
export function InlineForm({ title, onSubmit, onClose, children }: Props) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return (
    <Paper ref={card} withBorder p="md" bg="var(--bf-raised)" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <form onSubmit={onSubmit} noValidate aria-labelledby={id}>
        <Stack gap="sm">
          <Title order={3} size="h6" id={id}>
            {title}
          </Title>
          {children}
        </Stack>
      </form>
    </Paper>
  );
}
