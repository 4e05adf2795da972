import { ActionIcon } from '@mantine/core';
import { IconInfoCircle, IconPencil } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { canDelete } from '@belfry/schemas/domain/device';
import type { Device } from '@belfry/schemas/http/devices';
import { CopyText } from '../../../ui/copy-text.tsx';
import { CardFigures } from './card-figures.tsx';
import { DeleteDevice } from './delete-device.tsx';
import { DeviceTypeIcon } from '../../../ui/devices/device-type-icon.tsx';
import { LastSeen } from '../../../ui/devices/last-seen.tsx';
import { PlayerList } from './player-list.tsx';
import { StatusDot } from '../../../ui/devices/status-dot.tsx';
import classes from './device-card.module.css';

/** What a card can ask for; edit and delete are absent where the person may not. Keep the object stable. */
export type CardActions = {
  onInfo: (serial: string) => void;
  onEdit?: (device: Device) => void;
  onDelete?: (device: Device) => void;
};
type Props = { device: Device; actions: CardActions; deleting?: boolean };

/**
 * One device, live. Memoised on the device object: a message replaces that object in the cache and nothing else, so
 * one message renders one card.
 */
export const DeviceCard = memo(function DeviceCard({ device, actions, deleting = false }: Props) {
  const { t } = useTranslation('devices');
  const { serial } = device;
  const { onInfo, onEdit, onDelete } = actions;
  return (
    <article className={classes.card} data-status={device.status} aria-label={t('card.label', { serial })}>
      <header className={classes.row}>
        <DeviceTypeIcon type={device.device_type} />
        <CopyText className={classes.serial} value={serial} />
      </header>
      <p className={classes.name}>{device.company_name ?? device.note ?? device.hostname}</p>
      <div className={classes.row}>
        <StatusDot status={device.status} />
        <span className={classes.mode}>{device.device_mode}</span>
        <span className={classes.seen}>
          <LastSeen at={device.last_seen} />
        </span>
      </div>
      <CardFigures metrics={device.metrics} />
      <PlayerList players={device.players} />
      <footer className={classes.footer}>
        {device.device_version && (
          <span className={classes.version}>{t('version', { version: device.device_version })}</span>
        )}
        {onDelete && canDelete(device.device_mode) && (
          <DeleteDevice serial={serial} busy={deleting} onDelete={() => onDelete(device)} />
        )}
        <span className={classes.actions}>
          {onEdit && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('card.edit', { serial })}
              onClick={() => onEdit(device)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('card.info', { serial })}
            onClick={() => onInfo(serial)}
          >
            <IconInfoCircle size={16} aria-hidden />
          </ActionIcon>
        </span>
      </footer>
    </article>
  );
});
