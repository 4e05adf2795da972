import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { FormButtons, FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { INITIAL_FORM, rolloutOf, type RolloutForm } from '../../rollout-form.ts';
import { useStartRolloutMutation, usePreviewRolloutQuery } from '../../rollouts-api.ts';
import { RolloutFields, type GroupChoice } from './rollout-fields.tsx';
import type { StartRollout } from '@belfry/schemas/http/firmware/rollouts';
import { useDebouncedValue } from '@mantine/hooks';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';

const TYPING_MS = 300;
/** How many devices a rollout would have, in all and in each phase. */
function RolloutCount({ body }: { body: StartRollout | null }) {
  const { t } = useTranslation('firmware');
  const locale = useLocale();
  const [settled] = useDebouncedValue(body && JSON.stringify(body), TYPING_MS);
  const wanted: StartRollout | null = settled === null ? null : JSON.parse(settled);
  const { data } = usePreviewRolloutQuery(wanted ?? EMPTY, { skip: wanted === null });
  if (!data || wanted === null) {
    return (
      <Text size="sm" c="dimmed" mih={22}>
        {body && t('rollouts.counting')}
      </Text>
    );
  }
  const phases = data.phases.map((devices) => formatCount(devices, locale)).join(' + ');
  return (
    <Text size="sm" c="dimmed" mih={22} aria-live="polite">
      {t('rollouts.count', { count: data.devices, devices: formatCount(data.devices, locale) })}{' '}
      {data.phases.length > 1 && data.devices > 0 && `${t('rollouts.by_phase', { phases })} `}
      {data.offline > 0 && t('rollouts.offline', { count: data.offline, devices: formatCount(data.offline, locale) })}
    </Text>
  );
}
const EMPTY: StartRollout = { filename: '', phases: [], max_error_rate: 0, phase_pause_s: 0 };

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
