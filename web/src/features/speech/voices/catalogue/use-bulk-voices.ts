import { VOICES_BULK_MAX, type VoiceBulkAction } from '@belfry/schemas/http/speech/voices-bulk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelection } from '../../../../ui/lists/selection.tsx';
import type { BulkFailures } from '../../../../ui/dialogs/alert-dialog.tsx';
import { sampleCache } from '../../samples/index.ts';
import { useVoiceToasts } from './use-voice-toasts.ts';
import { useBulkVoicesMutation } from '../voice-changes-api.ts';
import { selectionScope, type VoiceFilters } from './voice-filters.ts';

/** Selected voices, and the changes of all of them; see VOICE-28. */
export function useBulkVoices(filters: VoiceFilters) {
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
export type BulkVoices = ReturnType<typeof useBulkVoices>;
