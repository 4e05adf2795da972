import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { text: string; label: string; onUndo: () => void };

/** What a toast says about a change, with the button that takes it back. */
export const undoMessage = ({ text, label, onUndo }: Props): ReactNode => (
  <>
    {text} ·{' '}
    <Anchor component="button" type="button" size="sm" fw={600} onClick={onUndo}>
      {label}
    </Anchor>
  </>
);
