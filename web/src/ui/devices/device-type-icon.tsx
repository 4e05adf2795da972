import {
  IconAlertTriangle,
  IconBox,
  IconDatabase,
  IconDeviceSpeaker,
  IconDeviceTv,
  IconNetwork,
  type Icon,
} from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { deviceTypeSchema, type DeviceType } from '@belfry/schemas/domain/device';
import classes from './device-type-icon.module.css';

const ICONS: Record<DeviceType, Icon> = {
  audio: IconDeviceSpeaker,
  video: IconDeviceTv,
  network: IconNetwork,
  storage: IconDatabase,
  other: IconBox,
};

/** The icon of a device type; an unknown one shows a warning; see DEV-4. */
export function DeviceTypeIcon({ type }: { type: string }) {
  const { t } = useTranslation('ui');
  const known = deviceTypeSchema.safeParse(type).data;
  const TypeIcon = known ? ICONS[known] : IconAlertTriangle;
  const label = t(`device.type.${known ?? 'unknown'}`);
  return (
    <span className={classes.icon} title={label}>
      <TypeIcon size={18} stroke={1.75} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
