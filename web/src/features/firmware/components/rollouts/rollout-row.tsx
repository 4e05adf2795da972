import type { Rollout, RolloutState } from '@belfry/schemas/http/firmware/rollouts';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimes } from '../../../../lib/format/times.ts';
import { RolloutActions } from './rollout-actions.tsx';
import { RolloutProgress } from './rollout-progress.tsx';

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
