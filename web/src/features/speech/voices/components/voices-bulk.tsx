import type { Voice } from '@belfry/schemas/http/speech/voices';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { FailuresDialog } from '../../../../ui/dialogs/failures-dialog.tsx';
import { SelectionBar } from '../../../../ui/lists/selection-bar.tsx';
import type { BulkVoices } from '../catalogue/use-bulk-voices.ts';

type Props = { bulk: BulkVoices; voices: readonly Voice[] };

/** Selects voices and blocks or unblocks them, or deletes their samples. Only deleting asks first. */
export function VoicesBulk({ bulk: { selection, busy, run, failures, seen }, voices }: Props) {
  const { t } = useTranslation('voices');
  const [asking, setAsking] = useState(false);
  const common = { size: 'compact-sm', variant: 'light', disabled: busy } as const;
  return (
    <>
      <SelectionBar selection={selection} onPage={voices.map(({ voice_name }) => voice_name)}>
        <Button {...common} color="warning" onClick={() => void run('block')}>
          {t('bulk.block.button')}
        </Button>
        <Button {...common} color="gray" onClick={() => void run('unblock')}>
          {t('bulk.unblock.button')}
        </Button>
        <Button {...common} color="error" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('bulk.delete_samples.button')}
        </Button>
      </SelectionBar>
      <ConfirmDialog
        opened={asking}
        title={t('bulk.ask', { count: selection.selected.size })}
        tone="error"
        confirmLabel={t('bulk.delete_samples.button')}
        onConfirm={() => run('delete_samples')}
        onClose={() => setAsking(false)}
      >
        {t('bulk.text')}
      </ConfirmDialog>
      <FailuresDialog failures={failures} title={t('bulk.failure')} onClose={seen} />
    </>
  );
}
