import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetCompanyInfoQuery } from '../../../../api/companies/companies-api.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useSaveDayProgrammeMutation, type DayWindow } from '../../api/day-programme-api.ts';
import { NEW_WINDOW, sortedWindows } from './day-windows.ts';
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
      <Group justify="space-between" gap="sm">
        <Origin own={own} source={source_company_id} />
        <Group gap="xs">
          {own && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => setReverting(true)}
            >
              {t('revert')}
            </Button>
          )}
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdited({ window: NEW_WINDOW, at: null })}
          >
            {t('add')}
          </Button>
        </Group>
      </Group>
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

/** Whose windows these are. */
function Origin({ own, source }: { own: boolean; source: number | null }) {
  const { t } = useTranslation('day-programme');
  const { data } = useGetCompanyInfoQuery(own || source === null ? skipToken : source);
  const text = own ? t('own') : source === null ? t('nothing') : t('inherited', { name: data?.name ?? `#${source}` });
  return (
    <Text size="sm" maw={560}>
      {text}
    </Text>
  );
}
