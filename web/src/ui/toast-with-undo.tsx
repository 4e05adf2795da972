import { Anchor } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { textsOf } from '../lib/translation.ts';
import { hideToast, toast } from './toast.ts';

const UNDO_MS = 8_000;

/** Says what was done, and offers to undo it for 8 s. */
export function toastWithUndo(message: string, undo: () => void): void {
  const id = randomId('undo-');
  const press = (): void => {
    hideToast(id);
    undo();
  };
  toast(
    'success',
    <>
      {message}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={press}>
        {textsOf('common')('undo')}
      </Anchor>
    </>,
    { id, durationMs: UNDO_MS },
  );
}
