import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setParameter } from '../../../../lib/address/address-filters.ts';
import { useAddress } from '../../../../lib/address/use-address.ts';
import { usePolling } from '../../../../api/base/use-polling.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { wholeList } from '../../../../ui/lists/list-state.ts';
import { RowList } from '../../../../ui/lists/row-list.tsx';
import { useGetRolloutsQuery } from '../../rollouts-api.ts';
import { RolloutDevicesDialog } from './rollout-devices-dialog.tsx';
import { RolloutRow } from './rollout-row.tsx';
import classes from './rollouts.module.css';

/** The parameter of the address that names the rollout whose devices are shown. */
export const ROLLOUT_PARAM = 'rollout';

/** The last rollouts; the devices of one are a place in the address. Renders nothing without any. */
export function RolloutList() {
  const { t } = useTranslation('firmware');
  const errorText = useErrorMessage();
  const [address, setAddress] = useAddress();
  const query = useGetRolloutsQuery();
  const { data } = query;
  // Devices go on with an installation after their rollout has stopped, of which no event tells.
  usePolling('Firmware', data?.some(({ counts }) => counts.downloading + counts.verifying > 0) ?? false);
  const shown = data?.find(({ rollout_id }) => rollout_id === address.get(ROLLOUT_PARAM));
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
      {shown && <RolloutDevicesDialog key={shown.rollout_id} rollout={shown} onClose={() => show(null)} />}
    </Stack>
  );
}
