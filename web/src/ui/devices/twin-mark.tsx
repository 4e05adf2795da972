import type { Device } from '@belfry/schemas/http/devices/devices';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import classes from './device-marks.module.css';

/** Says that another device has the same key, with the addresses of both; nothing without one; see MQTT-19. */
export function TwinMark({ twin }: Pick<Device, 'twin'>) {
  const { t } = useTranslation('ui');
  if (!twin) return null;
  return (
    <span className={classes.warning} data-twin>
      <IconCopy size={16} aria-hidden />
      {t('device.twin', twin)}
    </span>
  );
}
