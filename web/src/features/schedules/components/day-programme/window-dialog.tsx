import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormButtons } from '../../../../ui/dialogs/form-buttons.tsx';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import type { DayWindow } from '../../api/day-programme-api.ts';
import { overlapOf, problemOf } from './day-windows.ts';
import { useWindowName } from './use-window-name.ts';
import { WindowFields } from './window-fields.tsx';

type Props = {
  initial: DayWindow;
  /** The other windows, with which it must not overlap. */
  others: readonly DayWindow[];
  stored: boolean;
  /** Sends all windows; resolves to the reason of a refusal, or null. */
  onSave: (windows: DayWindow[]) => Promise<string | null>;
  onClose: () => void;
};

/** Adds, changes and removes a window of the day programme. */
export function WindowDialog({ initial, others, stored, onSave, onClose }: Props) {
  const { t } = useTranslation('day-programme');
  const nameOf = useWindowName();
  const [window, setWindow] = useState(initial);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (fields: Partial<DayWindow>): void => {
    setFailure(null);
    setWindow((before) => ({ ...before, ...fields }));
  };

  async function send(windows: DayWindow[]): Promise<void> {
    setBusy(true);
    const refused = await onSave(windows);
    setBusy(false);
    if (refused === null) onClose();
    else setFailure(refused);
  }
  function submit(): void {
    const problem = problemOf(window);
    if (problem) return setFailure(t(`required.${problem}`));
    const other = overlapOf(window, others);
    if (other) return setFailure(t('overlap', { name: nameOf(other), from: other.from, to: other.to }));
    void send([...others, window]);
  }
  return (
    <FormDialog title={t('edit_title')} onClose={onClose}>
      {({ onCancel }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap="sm">
            <WindowFields window={window} onChange={change} />
            {failure !== null && (
              <Alert color="error" py="xs" role="alert">
                {failure}
              </Alert>
            )}
            <FormButtons submitLabel={t('save')} submitting={busy} onCancel={onCancel}>
              {stored && (
                <Button variant="subtle" color="error" mr="auto" disabled={busy} onClick={() => void send([...others])}>
                  {t('remove')}
                </Button>
              )}
            </FormButtons>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
