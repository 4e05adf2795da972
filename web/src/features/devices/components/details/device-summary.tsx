import { Group } from '@mantine/core';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { ClockWarning, DeviceTypeIcon, LastSeen, StatusDot } from '../../../../ui/devices/device-marks.tsx';
import { PlayerList } from '../../../../ui/devices/player-list.tsx';
import classes from './device-summary.module.css';

/** Identity, status and players of a device. */
export function DeviceSummary({ device }: { device: Device }) {
  return (
    <div className={classes.summary}>
      <Group gap="xs">
        <DeviceTypeIcon type={device.device_type} />
        {device.name !== null && <strong className={classes.name}>{device.name}</strong>}
        <CopyText className={classes.serial} value={device.serial} />
        <span className={classes.state}>
          <StatusDot status={device.status} skewMs={device.clock_skew_ms} />
          <span className={classes.seen}>
            <LastSeen at={device.last_seen} />
          </span>
        </span>
      </Group>
      <ClockWarning skewMs={device.clock_skew_ms} />
      <PlayerList players={device.players} />
    </div>
  );
}
