import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { InlineConfirm } from './inline-confirm.tsx';

type Props = {
  question: string;
  yes: string;
  no: string;
  icon: ReactNode;
  /** Names the button with what it is about. */
  label: string;
  busy: boolean;
  onConfirm: () => void;
  children: ReactNode;
};

/** The small button of a destructive action on one row, which asks first. */
export function ConfirmedButton({ icon, label, busy, children, ...confirmation }: Props) {
  return (
    <InlineConfirm {...confirmation}>
      {(opener) => (
        <Button
          {...opener}
          size="compact-xs"
          variant="subtle"
          color="error"
          leftSection={icon}
          loading={busy}
          aria-label={label}
        >
          {children}
        </Button>
      )}
    </InlineConfirm>
  );
}
