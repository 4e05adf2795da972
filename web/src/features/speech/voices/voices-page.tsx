import { type Voice, VOICE_DISPLAY_NAME_MAX } from '@belfry/schemas/http/speech/voices';
import { Stack, Button, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { usePageSize } from '../../../lib/paging.ts';
import { usePage } from '../../../ui/lists/list-state.ts';
import { SampleRunProgress } from './components/run/sample-run-progress.tsx';
import { VoiceFilters } from './components/voice-filters.tsx';
import { VoiceList } from './components/list/voice-list.tsx';
import { VoicesHeader } from './components/voices-header.tsx';
import { useBulkVoices, type BulkVoices } from './catalogue/use-bulk-voices.ts';
import { useSampleRun } from './samples/use-sample-run.ts';
import { useSamples, type SampleWork } from './samples/use-samples.ts';
import { useVoiceToasts, isMissing } from './catalogue/use-voice-toasts.ts';
import type { VoiceActions } from './catalogue/voice-actions.ts';
import { isFiltered, useVoiceFilters } from './catalogue/voice-filters.ts';
import { voicesApi } from './voices-api.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FailuresDialog } from '../../../ui/dialogs/alert-dialog.tsx';
import { SelectionBar } from '../../../ui/lists/selection.tsx';
import { sampleCache } from '../samples/index.ts';
import {
  useBlockVoiceMutation,
  useRenameVoiceMutation,
  useResetSamplesMutation,
  useSyncVoicesMutation,
} from './voice-changes-api.ts';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { useReturnFocus } from '../../../lib/focus.ts';

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

/** The actions on voices and on the whole catalogue, with their toasts; see VOICE-12 and VOICE-15. */
function useCatalogue() {
  const { t } = useTranslation('voices');
  const { showToast, fail, reportMissing } = useVoiceToasts();
  const [blockVoice] = useBlockVoiceMutation();
  const [renameVoice] = useRenameVoiceMutation();
  const [syncVoices] = useSyncVoicesMutation();
  const [resetSamples] = useResetSamplesMutation();
  const failed = (what: string, error: unknown): void => (isMissing(error) ? reportMissing() : fail(what, error));
  return {
    block: async ({ voice_name, display_name }: Voice, block: boolean): Promise<void> => {
      const { error } = await blockVoice({ voice_name, display_name, block });
      if (error) failed(t('block.failed'), error);
    },
    /** An empty or unchanged name sends no request. Resolves to whether the field may close. */
    rename: async ({ voice_name, display_name }: Voice, typed: string): Promise<boolean> => {
      const name = typed.trim();
      if (name === '' || name === display_name) return true;
      const { error } = await renameVoice({ voice_name, old_display_name: display_name, new_display_name: name });
      if (error) failed(t('rename.failed'), error);
      else showToast('success', t('rename.done'));
      return !error;
    },
    sync: async (): Promise<void> => {
      const { data: changes, error } = await syncVoices();
      if (!changes) return fail(t('sync.failed'), error);
      // A voice may have changed, so its cached samples are removed.
      sampleCache.clear();
      const { success: _done, ...counts } = changes;
      showToast('success', t('sync.changes', counts), t('sync.done'));
    },
    reset: async (): Promise<void> => {
      const { error } = await resetSamples();
      if (error) return fail(t('reset.failed'), error);
      sampleCache.clear();
      showToast('success', t('reset.done'));
    },
  };
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
