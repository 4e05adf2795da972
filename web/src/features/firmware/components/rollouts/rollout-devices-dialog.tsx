import type { Rollout, RolloutDevice, RolloutDeviceState } from '@belfry/schemas/http/devices/firmware-rollouts';
import { Badge, Modal, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { shownData } from '../../../../lib/paging/shown-data.ts';
import { DeviceName } from '../../../../ui/devices/device-name.tsx';
import { Pager } from '../../../../ui/paging/pager.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { ROLLOUT_DEVICES_PAGE_SIZE, useGetRolloutDevicesQuery } from '../../rollouts-api.ts';
import { RolloutProgress, STATE_COLOURS } from './rollout-progress.tsx';
import classes from './rollouts.module.css';
import rows from '../../../../ui/row-list.module.css';

const STATES = ['failed', 'rolled_back', 'pending', 'downloading', 'verifying', 'installed', 'cancelled'] as const;

/** The devices of a rollout, those that failed first, each with its state and the reason. */
export function RolloutDevicesDialog({ rollout, onClose }: { rollout: Rollout; onClose: () => void }) {
  const { t } = useTranslation(['firmware', 'common']);
  const errorText = useErrorMessage();
  const mobile = useMobile();
  const [state, setState] = useState<RolloutDeviceState | null>(null);
  const [page, setPage] = useState(1);
  const query = useGetRolloutDevicesQuery({ id: rollout.rollout_id, page, state });
  const { error, isFetching, refetch } = query;
  const { data, changing } = shownData(query);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rollouts.devices_title', { version: rollout.firmware_version })}
      size="lg"
      fullScreen={mobile}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <RolloutProgress rollout={rollout} />
      <NativeSelect
        my="sm"
        label={t('rollouts.filter')}
        value={state ?? ''}
        data={[
          { value: '', label: t('rollouts.all_states') },
          ...STATES.map((value) => ({ value, label: t(`rollouts.device.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          setPage(1);
          setState(STATES.find((each) => each === value) ?? null);
        }}
      />
      {!data && error ? (
        <ErrorState
          message={errorText(error, t('rollouts.load_failed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <LineSkeletons count={6} height={28} />
      ) : data.total === 0 ? (
        <Text size="sm" c="dimmed">
          {t('rollouts.no_devices')}
        </Text>
      ) : (
        <>
          <ul className={rows.list} aria-label={t('rollouts.devices')} aria-busy={changing}>
            {data.devices.map((device) => (
              <DeviceRow key={device.serial} device={device} />
            ))}
          </ul>
          <Pager
            label={t('rollouts.pages')}
            page={page}
            pageSize={ROLLOUT_DEVICES_PAGE_SIZE}
            total={data.total}
            showing={(range) => t('rollouts.showing', range)}
            onGo={setPage}
          />
        </>
      )}
    </Modal>
  );
}

function DeviceRow({ device: { serial, name, state, reason, phase, device_version } }: { device: RolloutDevice }) {
  const { t } = useTranslation('firmware');
  return (
    <li className={classes.device}>
      <DeviceName name={name} serial={serial} />
      <Badge variant="light" color={STATE_COLOURS[state] ?? 'gray'} tt="none">
        {t(`rollouts.device.${state}`)}
      </Badge>
      <Text span size="xs" className={classes.reason}>
        {t('rollouts.phase', { phase })}
        {device_version !== null && ` · ${t('version', { version: device_version })}`}
        {reason !== null && ` · ${reason}`}
      </Text>
    </li>
  );
}
