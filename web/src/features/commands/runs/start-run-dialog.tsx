import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunCommand, RunTargets } from '@belfry/schemas/http/commands/runs';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useReturnFocus } from '../../../lib/hooks/use-return-focus.ts';
import { FormButtons } from '../../../ui/dialogs/form-buttons.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { RunFields } from './run-fields.tsx';
import { initialRun, toStartRun } from './run-form.ts';
import { RunPreview } from './run-preview.tsx';
import { usePreviewRunQuery, useStartRunMutation } from './runs-api.ts';
import { useRunAddress } from './use-run-address.ts';

type Props = {
  targets: RunTargets;
  /** What the command goes to, such as "12 selected devices". */
  label: string;
  command?: RunCommand;
  onClose: () => void;
};

/**
 * Chooses a command for many devices and how it goes out, and starts it on the server; see CMD-20. Then it closes and opens
 * the run, whose dialog must be on the page (`RunsButton`).
 */
export function StartRunDialog({ targets, label, command = 'refresh_info', onClose }: Props) {
  useReturnFocus();
  const { t } = useTranslation(['command-runs', 'common']);
  const errorText = useErrorMessage();
  const { openRun } = useRunAddress();
  const [values, setValues] = useState(() => initialRun(command));
  const preview = usePreviewRunQuery(targets, { refetchOnMountOrArgChange: true });
  const [start, { isLoading, error }] = useStartRunMutation();
  const failure = error ?? preview.error;
  const submit = async (): Promise<void> => {
    const { data } = await start(toStartRun(values, targets));
    if (!data) return;
    onClose();
    openRun(data.run_id);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('start.title', { label })}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('start.text')}
          </Text>
          <RunFields values={values} onChange={(change) => setValues((now) => ({ ...now, ...change }))} />
          {failure ? (
            <Notice tone="error">{errorText(failure, t('start.failed'))}</Notice>
          ) : (
            <RunPreview preview={preview.data} queued={values.queue_offline} />
          )}
          <FormButtons
            submitLabel={t('start.submit', { count: preview.data?.devices ?? 0 })}
            submitting={isLoading}
            submitDisabled={preview.data?.devices === 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
