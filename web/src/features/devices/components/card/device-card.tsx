import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { canDelete } from '@belfry/schemas/domain/device';
import type { Device } from '@belfry/schemas/http/devices/devices';
import {
  CardMetrics,
  DeviceCardFooter,
  DeviceCardFrame,
  DeviceCardState,
  DeviceCardTitle,
  DeviceModeBadge,
} from '../../../../ui/devices/device-card.tsx';
import { PlayerList } from '../../../../ui/devices/player-list.tsx';
import { useCardTexts } from '../../device-columns.tsx';
import { SelectDevice } from '../../selection/select-device.tsx';
import { DeleteDevice } from '../../form/delete-device.tsx';
import { DeviceActions, type CardActions } from '../device-actions.tsx';
import { TagList } from '../../../../ui/devices/device-marks.tsx';
import classes from './device-card.module.css';

type Props = { device: Device; actions: CardActions; deleting?: boolean; selected?: boolean };

/**
 * One device, live. Memoised on the device object: a message replaces that object in the cache and nothing else, so
 * one message renders one card.
 */
export const DeviceCard = memo(function DeviceCard({ device, actions, deleting = false, selected = false }: Props) {
  const { t } = useTranslation('devices');
  const { serial } = device;
  const { onDelete, onSelect } = actions;
  return (
    <DeviceCardFrame device={device} className={classes.card} selected={selected}>
      <DeviceCardTitle device={device} unnamed={t('card.unnamed')}>
        {onSelect && <SelectDevice serial={serial} checked={selected} onSelect={onSelect} />}
      </DeviceCardTitle>
      <DeviceCardState status={device.status} lastSeen={device.last_seen} skewMs={device.clock_skew_ms}>
        <DeviceModeBadge device={device} />
      </DeviceCardState>
      <TagList tags={device.tags} />
      <CardMetrics metrics={device.metrics} />
      <PlayerList players={device.players} />
      <DeviceCardFooter actions={<DeviceActions device={device} actions={actions} />}>
        {useCardTexts(device).map(({ id, text }) => (
          <span key={id} className={classes.text}>
            {text}
          </span>
        ))}
        {onDelete && canDelete(device.device_mode) && (
          <DeleteDevice serial={serial} busy={deleting} onDelete={() => onDelete(device)} />
        )}
      </DeviceCardFooter>
    </DeviceCardFrame>
  );
});
