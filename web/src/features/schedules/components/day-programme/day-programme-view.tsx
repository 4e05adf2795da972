import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useSaveDayProgrammeMutation, type DayWindow } from '../../api/day-programme-api.ts';
import { NEW_WINDOW, sortedWindows } from './day-windows.ts';
import { ProgrammeHeader } from './programme-header.tsx';
import { WeekGrid } from './week-grid.tsx';
import { WindowDialog } from './window-dialog.tsx';
import { WindowList } from './window-list.tsx';

/** The windows of a node or those that it inherits, and how to change them. The first change copies inherited ones. */
export function DayProgrammeView({ programme }: { programme: DayProgramme }) {
  const { t } = useTranslation('day-programme');
  const errorText = useErrorMessage();
  const mobile = useMobile();
  const [save] = useSaveDayProgrammeMutation();
  const [edited, setEdited] = useState<{ window: DayWindow; at: number | null } | null>(null);
  const [reverting, setReverting] = useState(false);
  const { company_id, source_company_id } = programme;
  const windows = sortedWindows(programme.windows);
  const own = source_company_id === company_id;
  const Week = mobile ? WindowList : WeekGrid;

  /** Resolves to the reason of a refusal, or null. */
  async function send(next: DayWindow[], done: string): Promise<string | null> {
    const { error } = await save({ id: company_id, windows: next });
    if (error) return errorText(error, t('save_failed'));
    toast('success', done);
    return null;
  }
  async function revert(): Promise<void> {
    const refused = await send([], t('reverted'));
    if (refused !== null) toast('error', refused);
  }
  return (
    <Stack gap="md">
      <ProgrammeHeader
        own={own}
        source={source_company_id}
        onAdd={() => setEdited({ window: NEW_WINDOW, at: null })}
        onRevert={() => setReverting(true)}
      />
      {windows.length > 0 && <Week windows={windows} onOpen={(window, at) => setEdited({ window, at })} />}
      {edited && (
        <WindowDialog
          initial={edited.window}
          others={windows.filter((_window, at) => at !== edited.at)}
          stored={edited.at !== null}
          onSave={(next) => send(next, t('saved'))}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        opened={reverting}
        title={t('revert_title')}
        confirmLabel={t('revert')}
        tone="warning"
        onConfirm={revert}
        onClose={() => setReverting(false)}
      >
        {t('revert_text')}
      </ConfirmDialog>
    </Stack>
  );
}
