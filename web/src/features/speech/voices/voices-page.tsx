import { type Voice, VOICE_DISPLAY_NAME_MAX } from '@belfry/schemas/http/speech/voices';
import { Stack, Modal, TextInput, Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { usePageSize } from '../../../lib/paging.ts';
import { usePage } from '../../../ui/lists/list-state.ts';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { useReturnFocus } from '../../../lib/focus.ts';
import { VoiceFilters, isFiltered, useVoiceFilters, selectionScope, type CatalogueFilters } from './voice-filters.tsx';
import { SampleRunProgress, useSampleRun } from './sample-run.tsx';
import { VoiceList } from './voice-list.tsx';
import { VoicesHeader } from './voices-header.tsx';
import { useSamples, type SampleWork } from './use-samples.ts';
import { useCatalogue, useVoiceToasts } from './use-catalogue.ts';
import type { VoiceActions } from './voice-cells.tsx';
import { voicesApi, useBulkVoicesMutation } from './voices-api.ts';
import { VOICES_BULK_MAX, type VoiceBulkAction } from '@belfry/schemas/http/speech/voices-bulk';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FailuresDialog, type BulkFailures } from '../../../ui/dialogs/alert-dialog.tsx';
import { SelectionBar, useSelection } from '../../../ui/lists/selection.tsx';
import { sampleCache } from '../samples/index.ts';

/** The catalogue of voices, for admin and root; others send no request; see VOICE-10. */
export function VoicesPage() {
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
        total={list.pager?.total}
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
      />
      {renaming && <QuickRenameDialog voice={renaming} onRename={catalogue.rename} onClose={() => setRenaming(null)} />}
    </Stack>
  );
}

type QuickRenameDialogProps = {
  voice: Voice;
  onRename: (voice: Voice, name: string) => Promise<boolean>;
  onClose: () => void;
};

/** The quick rename: a dialog with one field; an empty name is ignored; see VOICE-12. */
function QuickRenameDialog({ voice, onRename, onClose }: QuickRenameDialogProps) {
  const { t } = useTranslation(['voices', 'common']);
  const [typed, setTyped] = useState(voice.display_name);
  const [busy, setBusy] = useState(false);
  useReturnFocus();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const done = await onRename(voice, typed);
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rename.title')}
      centered
      size="sm"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
        <TextInput
          label={t('rename.field')}
          description={voice.voice_name}
          value={typed}
          maxLength={VOICE_DISPLAY_NAME_MAX}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          data-autofocus
        />
        <FormButtons
          mt="lg"
          submitLabel={t('rename.save')}
          submitting={busy}
          cancelDisabled={busy}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

type Props = { bulk: BulkVoices; voices: readonly Voice[] };
/** Selects voices and blocks or unblocks them, or deletes their samples. Only deleting asks first. */
function VoicesBulk({ bulk: { selection, busy, run, failures, seen }, voices }: Props) {
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
function useBulkVoices(filters: CatalogueFilters) {
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
