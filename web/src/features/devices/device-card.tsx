import { memo } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { canDelete } from '@belfry/schemas/domain/device';
import type { Device } from '@belfry/schemas/http/devices/devices';
import {
  CardMetrics,
  DeviceCardFooter,
  DeviceCardFrame,
  DeviceCardState,
  DeviceCardTitle,
  DeviceModeBadge,
} from '../../ui/devices/device-card.tsx';
import { PlayerList } from '../../ui/devices/player-list.tsx';
import { useCardTexts } from './device-columns.tsx';
import { SelectDevice } from './bulk/selection-bar.tsx';
import { TagList } from '../../ui/devices/device-marks.tsx';
import classes from './device-card.module.css';
import { ActionIcon } from '@mantine/core';
import { IconInfoCircle, IconPencil, IconSettings, type Icon, IconTrash } from '@tabler/icons-react';
import { ConfirmedButton } from '../../ui/dialogs/inline-confirm.tsx';

type DeviceGridProps = {
  devices: readonly Device[];
  actions: CardActions;
  busy?: boolean;
  deleting?: number | null;
  isSelected?: (serial: string) => boolean;
};

export function DeviceGrid({ devices, actions, busy = false, deleting = null, isSelected }: DeviceGridProps) {
  const { t } = useTranslation('devices');
  return (
    <ul className={classes.grid} aria-label={t('fleet.label')} aria-busy={busy}>
      {devices.map((device) => (
        <li key={device.serial} className={classes.cell}>
          <DeviceCard
            device={device}
            actions={actions}
            deleting={device.device_id === deleting}
            selected={isSelected?.(device.serial) ?? false}
          />
        </li>
      ))}
    </ul>
  );
}

/** The actions of a card; edit and delete are absent where the user may not. Keep the object stable, because cards are memoised. */
export type CardActions = {
  onInfo: (serial: string) => void;
  onSettings?: (serial: string) => void;
  onEdit?: (device: Device) => void;
  onDelete?: (device: Device) => void;
  onSelect?: (serial: string, range: boolean) => void;
};

export function DeviceActions({ device, actions }: { device: Device; actions: CardActions }) {
  const { t } = useTranslation('devices');
  const { serial } = device;
  const { onEdit, onSettings, onInfo } = actions;
  return (
    <>
      {onEdit && <Action label={t('card.edit', { serial })} icon={IconPencil} onClick={() => onEdit(device)} />}
      {onSettings && (
        <Action label={t('card.settings', { serial })} icon={IconSettings} onClick={() => onSettings(serial)} />
      )}
      <Action label={t('card.info', { serial })} icon={IconInfoCircle} onClick={() => onInfo(serial)} />
    </>
  );
}

type ActionProps = { label: string; icon: Icon; onClick: () => void };

const Action = ({ label, icon: Picture, onClick }: ActionProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <Picture size={16} aria-hidden />
  </ActionIcon>
);

type DeleteDeviceProps = { serial: string; busy: boolean; onDelete: () => void };

function DeleteDevice({ serial, busy, onDelete }: DeleteDeviceProps) {
  const { t } = useTranslation('devices');
  return (
    <ConfirmedButton
      question={t('card.deleteSure')}
      yes={t('card.yes')}
      no={t('card.no')}
      icon={<IconTrash size={14} aria-hidden />}
      label={t('card.deleteThis', { serial })}
      busy={busy}
      onConfirm={onDelete}
    >
      {t('card.delete')}
    </ConfirmedButton>
  );
}

type Props = { device: Device; actions: CardActions; deleting?: boolean; selected?: boolean };

/**
 * One device, live. Memoised on the device object: a message replaces that object in the cache and nothing else, so
 * one message renders one card.
 */
const DeviceCard = memo(function DeviceCard({ device, actions, deleting = false, selected = false }: Props) {
  const { t } = useTranslation('devices');
  const { serial } = device;
  const { onDelete, onSelect } = actions;
  return (
    <DeviceCardFrame device={device} className={classes.card} selected={selected}>
      <DeviceCardTitle device={device} unnamed={t('card.unnamed')}>
        {onSelect && <SelectDevice serial={serial} checked={selected} onSelect={onSelect} />}
      </DeviceCardTitle>
      <DeviceCardState status={device.status} device={device}>
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
