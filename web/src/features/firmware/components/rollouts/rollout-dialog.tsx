import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { FormButtons } from '../../../../ui/dialogs/form-buttons.tsx';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { INITIAL_FORM, rolloutOf, type RolloutForm } from '../../rollout-form.ts';
import { useStartRolloutMutation } from '../../rollouts-api.ts';
import { RolloutCount } from './rollout-count.tsx';
import { RolloutFields, type GroupChoice } from './rollout-fields.tsx';

type Props = { archive: ClientArchive; groupChoice: GroupChoice; onClose: () => void; onStarted: (id: string) => void };

/** Starts a rollout: phases by share of the devices or by groups, threshold and pause, with the number of devices. */
export function RolloutDialog({ archive, groupChoice, onClose, onStarted }: Props) {
  const { t } = useTranslation(['firmware', 'common']);
  const errorText = useErrorMessage();
  const [form, setForm] = useState<RolloutForm>(INITIAL_FORM);
  const [start, { isLoading, error }] = useStartRolloutMutation();
  const body = rolloutOf(archive.filename, form);
  const change = (fields: Partial<RolloutForm>): void => setForm((before) => ({ ...before, ...fields }));

  async function send(): Promise<void> {
    const { data } = body ? await start(body) : {};
    if (!data) return;
    onStarted(data.rollout_id);
    onClose();
  }

  return (
    <FormDialog title={t('rollouts.start_title', { version: archive.version.toFixed(1) })} onClose={onClose}>
      {({ onCancel }) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Stack gap="sm">
            <RolloutFields form={form} valid={body !== null} groupChoice={groupChoice} onChange={change} />
            <RolloutCount body={body} />
            {error && <Notice tone="error">{errorText(error, t('rollouts.start_failed'))}</Notice>}
            <FormButtons
              submitLabel={t('rollouts.start')}
              submitting={isLoading}
              submitDisabled={body === null}
              cancelDisabled={isLoading}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
