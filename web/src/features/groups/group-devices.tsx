import type { Group, GroupElement } from '@belfry/schemas/http/groups';
import { ActionIcon, Title, Tooltip } from '@mantine/core';
import { IconDeviceSpeakerOff, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useLiveStatus } from '../device-state/device-state-api.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { postalAddressLine } from '../../lib/tree-nodes.ts';
import { StatusDot } from '../../ui/devices/device-marks.tsx';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useGetGroupDevicesQuery } from './groups-api.ts';
import classes from './groups.module.css';

const SKELETONS_MAX = 5;
const MAX_PX = 400;
const ROW_PX = 52;
/** On a phone the address has a second line. */
const MOBILE_ROW_PX = 68;

/** `onTake`: takes a device out of the group; null for people who may not change groups. */
type Props = { group: Group; onTake: ((device: number) => Promise<void>) | null };

export function GroupDevices({ group, onTake }: Props) {
  const { t } = useTranslation('groups');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h6" mb="xs" id={id}>
        {t('devices')}
      </Title>
      <List group={group} onTake={onTake} />
    </section>
  );
}

function List({ group, onTake }: Props) {
  const { t } = useTranslation(['groups', 'common']);
  const errorText = useErrorMessage();
  const rowPx = useMobile() ? MOBILE_ROW_PX : ROW_PX;
  const query = useGetGroupDevicesQuery({ id: group.id });
  return (
    <ListFrame
      list={wholeList(query, query.currentData)}
      waiting={<LineSkeletons count={Math.min(SKELETONS_MAX, Math.max(1, group.device_count))} height={44} />}
      failure={(error) => ({
        title: t('error.load_devices'),
        message: errorText(error, t('common:error.fallback')),
      })}
      empty={
        <EmptyState icon={<IconDeviceSpeakerOff size={24} />} title={t('empty')}>
          {t('empty_text')}
        </EmptyState>
      }
    >
      {(devices) => (
        <VirtualList
          label={t('devices')}
          count={devices.length}
          rowPx={rowPx}
          maxPx={MAX_PX}
          keyOf={(index) => devices[index]?.company_id ?? index}
        >
          {(index) => {
            const device = devices[index];
            return device && <GroupDevice device={device} onTake={onTake && (() => onTake(device.company_id))} />;
          }}
        </VirtualList>
      )}
    </ListFrame>
  );
}

type DeviceProps = { device: GroupElement; onTake: (() => Promise<void>) | null };

function GroupDevice({ device, onTake }: DeviceProps) {
  const { t } = useTranslation('groups');
  const [busy, setBusy] = useState(false);
  const status = useLiveStatus(device.serial, device.status);
  const detail = [device.serial ?? t('no_serial'), postalAddressLine(device)].filter(Boolean).join(' · ');
  const take = async (): Promise<void> => {
    setBusy(true);
    await onTake?.();
    setBusy(false);
  };
  const label = t('remove', { name: device.name });
  return (
    <div className={classes.device}>
      <div style={{ minWidth: 0 }}>
        <div className={classes.name} title={device.name}>
          {device.name}
        </div>
        <div className={`tabular ${classes.detail}`} title={detail}>
          {detail}
        </div>
      </div>
      {status === null ? (
        <span />
      ) : (
        <span className={classes.status}>
          <StatusDot status={status} />
        </span>
      )}
      {onTake && (
        <Tooltip label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={label}
            loading={busy}
            onClick={() => void take()}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
