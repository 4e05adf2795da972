import type { Voice } from '@belfry/schemas/http/speech/voices';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { usePageSize } from '../../../lib/paging/use-page-size.ts';
import { usePage } from '../../../ui/lists/use-page.ts';
import { QuickRenameDialog } from './components/row/quick-rename-dialog.tsx';
import { SampleRunProgress } from './components/run/sample-run-progress.tsx';
import { VoiceFilters } from './components/voice-filters.tsx';
import { VoiceList } from './components/list/voice-list.tsx';
import { VoicesBulk } from './components/voices-bulk.tsx';
import { VoicesHeader } from './components/voices-header.tsx';
import { useBulkVoices } from './catalogue/use-bulk-voices.ts';
import { useCatalogue } from './catalogue/use-catalogue.ts';
import { useSampleRun } from './samples/use-sample-run.ts';
import { useSamples, type SampleWork } from './samples/use-samples.ts';
import { useVoiceToasts } from './catalogue/use-voice-toasts.ts';
import type { VoiceActions } from './catalogue/voice-actions.ts';
import { isFiltered, useVoiceFilters } from './catalogue/voice-filters.ts';
import { voicesApi } from './voices-api.ts';

/** The catalogue of voices, for admin and root; others send no request; see VOICE-10. */
export function VoicesPage() {
  const { errorText } = useVoiceToasts();
  const at = useVoiceFilters();
  const { filters, change, reset } = at;
  const size = usePageSize('voices');
  const list = usePage(voicesApi.endpoints.getVoicePage, { at, size, ask: (asked) => asked });

  const catalogue = useCatalogue();
  const samples = useSamples();
  const bulk = useBulkVoices(filters);
  const run = useSampleRun();
  const [renaming, setRenaming] = useState<Voice | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const actions: VoiceActions = {
    onBlock: catalogue.block,
    onRename: catalogue.rename,
    onQuickRename: setRenaming,
    onCreate: (voice) => void samples.create(voice),
    onDelete: (voice) => void samples.remove(voice),
    renamed,
    onEditName: (voice) => setRenamed(voice?.voice_name ?? null),
  };
  const work = new Map<string, SampleWork>(samples.work);
  if (run.run?.state === 'running' && run.run.current) work.set(run.run.current.voice_name, 'creating');

  return (
    <Stack gap="lg">
      <VoicesHeader
        shown={list.pager?.total}
        running={run.busy}
        onCreateSamples={() => run.start(filters)}
        onSync={catalogue.sync}
        onReset={catalogue.reset}
        onRefresh={async () => list.retry()}
      />
      <VoiceFilters filters={filters} onChange={change} />
      {run.run && <SampleRunProgress run={run.run} changing={run.changing} onChange={(to) => void run.change(to)} />}
      {list.rows && list.rows.length > 0 && <VoicesBulk bulk={bulk} voices={list.rows} />}
      <VoiceList
        list={list}
        actions={actions}
        selection={bulk.selection}
        work={work}
        filtered={isFiltered(filters)}
        onShowAll={reset}
        errorText={errorText}
      />
      {renaming && <QuickRenameDialog voice={renaming} onRename={catalogue.rename} onClose={() => setRenaming(null)} />}
    </Stack>
  );
}
