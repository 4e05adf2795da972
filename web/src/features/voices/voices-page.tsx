import type { Voice } from '@belfry/schemas/http/announcements/voices';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownData } from '../../lib/paging/shown-data.ts';
import { useLastPage } from '../../lib/paging/use-last-page.ts';
import { LIST_PAGE_SIZE, LIST_PAGE_SIZES, usePageSize } from '../../lib/paging/use-page-size.ts';
import { Pager } from '../../ui/paging/pager.tsx';
import { QuickRenameDialog } from './components/row/quick-rename-dialog.tsx';
import { SampleRunProgress } from './components/run/sample-run-progress.tsx';
import { VoiceFilters } from './components/voice-filters.tsx';
import { VoiceList } from './components/list/voice-list.tsx';
import { VoicesBulk } from './components/voices-bulk.tsx';
import { VoicesHeader } from './components/voices-header.tsx';
import { loadFailure } from './load-failure.ts';
import { useBulkVoices } from './catalogue/use-bulk-voices.ts';
import { useCatalogue } from './catalogue/use-catalogue.ts';
import { useSampleRun } from './samples/use-sample-run.ts';
import { useSamples, type SampleWork } from './samples/use-samples.ts';
import { useVoiceToasts } from './catalogue/use-voice-toasts.ts';
import type { VoiceActions } from './catalogue/voice-actions.ts';
import { isFiltered, useVoiceFilters } from './catalogue/voice-filters.ts';
import { useGetVoicePageQuery } from './voices-api.ts';

/** The catalogue of voices, for admin and root; others send no request; see VOICE-10. */
export function VoicesPage() {
  const { t } = useTranslation('voices');
  const { errorText } = useVoiceToasts();
  const { filters, page, change, goTo, reset } = useVoiceFilters();
  const [pageSize, choosePageSize] = usePageSize('voices');
  const list = useGetVoicePageQuery({ ...filters, page, page_size: pageSize });
  const { data, changing } = shownData(list);
  const total = data?.total ?? 0;
  useLastPage({ page, pageSize, total: list.currentData?.total, onLast: (last) => goTo(last, { replace: true }) });

  const catalogue = useCatalogue();
  const samples = useSamples();
  const bulk = useBulkVoices(filters);
  const run = useSampleRun();
  const [renaming, setRenaming] = useState<Voice | null>(null);
  const actions: VoiceActions = {
    onBlock: catalogue.block,
    onRename: catalogue.rename,
    onQuickRename: setRenaming,
    onCreate: (voice) => void samples.create(voice),
    onDelete: (voice) => void samples.remove(voice),
    selection: bulk.selection,
  };
  const work = new Map<string, SampleWork>(samples.work);
  if (run.run?.state === 'running' && run.run.current) work.set(run.run.current.voice_name, 'creating');

  return (
    <Stack gap="lg">
      <VoicesHeader
        shown={data && total}
        running={run.busy}
        onCreateSamples={() => run.start(filters)}
        onSync={catalogue.sync}
        onReset={catalogue.reset}
        onRefresh={list.refetch}
      />
      <VoiceFilters filters={filters} onChange={change} />
      {run.run && <SampleRunProgress run={run.run} changing={run.changing} onChange={(to) => void run.change(to)} />}
      {data && data.voices.length > 0 && <VoicesBulk bulk={bulk} voices={data.voices} />}
      <VoiceList
        voices={data?.voices}
        changing={changing}
        failure={list.error === undefined ? null : loadFailure(list.error, t, errorText)}
        since={list.fulfilledTimeStamp ?? 0}
        retrying={list.isFetching}
        filtered={isFiltered(filters)}
        onRetry={() => void list.refetch()}
        onShowAll={reset}
        actions={actions}
        work={work}
      />
      <Pager
        page={data?.page ?? page}
        target={list.error === undefined ? page : undefined}
        pageSize={pageSize}
        sizes={{ choices: LIST_PAGE_SIZES, initial: LIST_PAGE_SIZE, onChoose: choosePageSize }}
        total={total}
        showing={(range) => t('showing', range)}
        onGo={(to) => goTo(to)}
      />
      {renaming && <QuickRenameDialog voice={renaming} onRename={catalogue.rename} onClose={() => setRenaming(null)} />}
    </Stack>
  );
}
