import type { Rollout, RolloutState, RolloutChange } from '@belfry/schemas/http/firmware/rollouts';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimes } from '../../../../lib/times.ts';
import { RolloutProgress } from './rollout-progress.tsx';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { InlineConfirm } from '../../../../ui/dialogs/inline-confirm.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useChangeRolloutMutation } from '../../rollouts-api.ts';

const COLOURS: Record<RolloutState, string> = {
  running: 'company',
  paused: 'warning',
  stopped: 'error',
  finished: 'success',
  cancelled: 'gray',
};

/** One rollout: version, state, progress, why it stopped, and what can be done with it. */
export function RolloutRow({ rollout, onShow }: { rollout: Rollout; onShow: () => void }) {
  const { t } = useTranslation('firmware');
  const times = useTimes();
  const { state, reason, phase, phases, firmware_version: version, next_phase_at, created_at } = rollout;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600} size="sm">
            {t('version', { version })}
          </Text>
          <Badge variant="light" color={COLOURS[state]} tt="none">
            {t(`rollouts.state.${state}`)}
          </Badge>
          <Text size="xs" c="dimmed">
            {t('rollouts.phase_of', { phase, phases: phases.length })} · {times.moment(created_at)}
          </Text>
        </Group>
        <Group gap="xs">
          <Button size="compact-sm" variant="light" onClick={onShow}>
            {t('rollouts.show_devices')}
          </Button>
          <RolloutActions rollout={rollout} />
        </Group>
      </Group>
      <RolloutProgress rollout={rollout} />
      {reason !== null && (
        <Text size="sm" c="var(--bf-error)">
          {reason}
        </Text>
      )}
      {next_phase_at !== null && state === 'running' && (
        <Text size="xs" c="dimmed">
          {t('rollouts.next_phase', { time: times.time(next_phase_at) })}
        </Text>
      )}
    </>
  );
}

/** Pauses, resumes and cancels a rollout, as its state allows. */
function RolloutActions({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation(['firmware', 'common']);
  const errorText = useErrorMessage();
  const [change, { isLoading, originalArgs }] = useChangeRolloutMutation();
  const { rollout_id: id, state } = rollout;
  const send = async (wanted: RolloutChange): Promise<void> => {
    const { error } = await change({ id, change: wanted });
    if (error) toast('error', errorText(error, t('rollouts.change_failed')));
  };
  const button = (wanted: RolloutChange) => ({
    size: 'compact-sm',
    variant: 'default',
    disabled: isLoading,
    loading: isLoading && originalArgs?.change === wanted,
    children: t(`rollouts.${wanted}`),
  });
  return (
    <>
      {state === 'running' && <Button {...button('pause')} onClick={() => void send('pause')} />}
      {(state === 'paused' || state === 'stopped') && (
        <Button {...button('resume')} onClick={() => void send('resume')} />
      )}
      {(state === 'running' || state === 'paused' || state === 'stopped') && (
        <InlineConfirm
          question={t('rollouts.cancel_sure')}
          yes={t('rollouts.cancel')}
          no={t('common:cancel')}
          onConfirm={() => void send('cancel')}
        >
          {(opener) => <Button {...opener} {...button('cancel')} />}
        </InlineConfirm>
      )}
    </>
  );
}
