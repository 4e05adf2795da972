import type { Voice } from '@belfry/schemas/http/speech/voices';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { VOICES_BULK_MAX, type VoiceBulkAction } from '@belfry/schemas/http/speech/voices-bulk';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FailuresDialog, type BulkFailures } from '../../../ui/dialogs/alert-dialog.tsx';
import { SelectionBar, useSelection } from '../../../ui/lists/selection.tsx';
import { sampleCache } from '../samples/index.ts';
import { useVoiceToasts } from './use-catalogue.ts';
import { useBulkVoicesMutation } from './voices-api.ts';
import { selectionScope, type CatalogueFilters } from './voice-filters.tsx';

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

/** Selected voices, and the changes of all of them; see VOICE-28. */
export function useBulkVoices(filters: CatalogueFilters) {
  const { t } = useTranslation('voices');
  const { showToast, fail, errorText } = useVoiceToasts();
  const selection = useSelection<string>(selectionScope(filters), VOICES_BULK_MAX);
  const [failures, setFailures] = useState<BulkFailures | null>(null);
  const [change, { isLoading }] = useBulkVoicesMutation();

  const run = async (action: VoiceBulkAction): Promise<void> => {
    const voice_names = [...selection.selected];
    const { data, error } = await change({ action, voice_names });
    if (!data) return fail(t('bulk.failure'), error);
    const { done, failed } = data;
    if (action === 'delete_samples') for (const name of voice_names) sampleCache.delete(name);
    if (done > 0) showToast('success', t(`bulk.${action}.done`, { count: done }));
    const items = failed.map(({ voice_name, code, error: reason }) => ({
      key: voice_name,
      name: voice_name,
      reason: errorText({ code, message: reason, status: 0 }, reason),
    }));
    if (items.length > 0) setFailures({ text: t('bulk.refused', { count: items.length }), items });
    selection.clear();
  };
  return { selection, busy: isLoading, run, failures, seen: () => setFailures(null) };
}
type BulkVoices = ReturnType<typeof useBulkVoices>;
