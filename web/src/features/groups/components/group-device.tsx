import type { GroupElement } from '@belfry/schemas/http/devices/groups';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { postalAddressLine } from '../../../lib/nodes/postal-address.ts';
import { StatusDot } from '../../../ui/devices/status-dot.tsx';
import { useLiveStatus } from '../../../api/devices/live-status-api.ts';
import classes from './group-devices.module.css';

type Props = { device: GroupElement; onTake: () => Promise<void> };

/** A device of the group: its name, serial, address and live status. */
export function GroupDevice({ device, onTake }: Props) {
  const { t } = useTranslation('groups');
  const [busy, setBusy] = useState(false);
  const status = useLiveStatus(device.serial, device.status);
  const detail = [device.serial ?? t('no_serial'), postalAddressLine(device)].filter(Boolean).join(' · ');
  const take = async (): Promise<void> => {
    setBusy(true);
    await onTake();
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
    </div>
  );
}
