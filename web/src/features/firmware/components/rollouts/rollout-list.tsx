import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../../lib/address/use-address.ts';
import { usePolling } from '../../../../api/base/use-polling.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { useGetRolloutsQuery } from '../../rollouts-api.ts';
import { RolloutDevicesDialog } from './rollout-devices-dialog.tsx';
import { RolloutRow } from './rollout-row.tsx';
import rows from '../../../../ui/row-list.module.css';

/** The parameter of the address that names the rollout whose devices are shown. */
export const ROLLOUT_PARAM = 'rollout';

/** The last rollouts; the devices of one are a place in the address. Renders nothing without any. */
export function RolloutList() {
  const { t } = useTranslation('firmware');
  const errorText = useErrorMessage();
  const [address, setAddress] = useAddress();
  const { data, error, refetch, isFetching } = useGetRolloutsQuery();
  // Devices go on with an installation after their rollout has stopped, of which no event tells.
  usePolling('Firmware', data?.some(({ counts }) => counts.downloading + counts.verifying > 0) ?? false);
  const shown = data?.find(({ rollout_id }) => rollout_id === address.get(ROLLOUT_PARAM));
  const show = (id: string | null): void =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete(ROLLOUT_PARAM);
        else next.set(ROLLOUT_PARAM, id);
        return next;
      },
      { preventScrollReset: true },
    );
  if (!data && error) {
    return (
      <ErrorState
        message={errorText(error, t('rollouts.load_failed'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="xs" mt="lg">
      <Title order={3} size="h6">
        {t('rollouts.title')}
      </Title>
      <ul className={rows.list} aria-label={t('rollouts.title')}>
        {data.map((rollout) => (
          <RolloutRow key={rollout.rollout_id} rollout={rollout} onShow={() => show(rollout.rollout_id)} />
        ))}
      </ul>
      {shown && <RolloutDevicesDialog key={shown.rollout_id} rollout={shown} onClose={() => show(null)} />}
    </Stack>
  );
}
