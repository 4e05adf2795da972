import { useAct } from '../../ui/use-act.ts';
import { Stack, Title, Button, Group, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import type { Rollout, RolloutState, RolloutChange } from '@belfry/schemas/http/firmware/rollouts';
import { setParameter } from '../../lib/list-address.ts';
import { useAddress } from '../../lib/address.ts';
import { usePolling } from '../../lib/api/refetch-now.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { Dot, type RowState } from '../../kit/list/index.ts';
import { wholeList } from '../../ui/lists/list-state.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { useTimes } from '../../lib/times.ts';
import { InlineConfirm } from '../../ui/dialogs/inline-confirm.tsx';
import { useGetRolloutsQuery, useChangeRolloutMutation } from './firmware-api.ts';
import { RolloutDevicesDialog, RolloutProgress } from './rollout-devices-dialog.tsx';
import classes from './firmware.module.css';

const ROLLOUT_PARAM = 'rollout';

export function RolloutList() {
  const { t } = useTranslation('firmware');
  const errorText = useErrorMessage();
  const [address, setAddress] = useAddress();
  const query = useGetRolloutsQuery();
  const { data } = query;
  // Devices go on with an installation after their rollout has stopped, of which no event tells.
  usePolling('Firmware', data?.some(({ counts }) => counts.downloading + counts.verifying > 0) ?? false);
  const rollout = data?.find(({ rollout_id }) => rollout_id === address.get(ROLLOUT_PARAM));
  const show = (id: string | null): void =>
    setAddress((now) => setParameter(now, ROLLOUT_PARAM, id), { preventScrollReset: true });
  const list = wholeList(query, data);
  if (list.error === undefined && (!data || data.length === 0)) return null;
  return (
    <Stack gap="xs" mt="lg">
      <Title order={3} size="h6">
        {t('rollouts.title')}
      </Title>
      <RowList
        list={list}
        label={t('rollouts.title')}
        entry={classes.row}
        keyOf={({ rollout_id }) => rollout_id}
        waiting={null}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('rollouts.load_failed')) })}
      >
        {(rollout) => <RolloutRow rollout={rollout} onShow={() => show(rollout.rollout_id)} />}
      </RowList>
      {rollout && <RolloutDevicesDialog key={rollout.rollout_id} rollout={rollout} onClose={() => show(null)} />}
    </Stack>
  );
}

const DOTS: Record<RolloutState, RowState> = {
  running: 'ok',
  paused: 'look',
  stopped: 'wrong',
  finished: 'ok',
  cancelled: 'off',
};

function RolloutRow({ rollout, onShow }: { rollout: Rollout; onShow: () => void }) {
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
          <Dot state={DOTS[state]} text={t(`rollouts.state.${state}`)} />
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

function RolloutActions({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation(['firmware', 'common']);
  const { act } = useAct({ parallel: true });
  const [change, { isLoading, originalArgs }] = useChangeRolloutMutation();
  const { rollout_id: id, state } = rollout;
  const send = (to: RolloutChange) => act(() => change({ id, change: to }), { failed: t('rollouts.change_failed') });
  const button = (to: RolloutChange) => ({
    size: 'compact-sm',
    variant: 'default',
    disabled: isLoading,
    loading: isLoading && originalArgs?.change === to,
    children: t(`rollouts.${to}`),
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
