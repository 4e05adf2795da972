import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { CardActions } from '../device-actions.tsx';
import { DeviceCard } from './device-card.tsx';
import classes from './device-grid.module.css';

type Props = {
  devices: readonly Device[];
  actions: CardActions;
  /** Another page is being loaded: these cards are those of the last one. */
  busy?: boolean;
  deleting?: number | null;
  isSelected?: (serial: string) => boolean;
};

/** Live cards, as many in a row as fit. */
export function DeviceGrid({ devices, actions, busy = false, deleting = null, isSelected }: Props) {
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
