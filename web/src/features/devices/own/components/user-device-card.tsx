import { ActionIcon, Badge } from '@mantine/core';
import { IconAdjustments, IconInfoCircle, IconSettings } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import {
  DeviceCardFooter,
  DeviceCardFrame,
  DeviceCardState,
  DeviceCardTitle,
  DeviceModeBadge,
} from '../../../../ui/devices/device-card.tsx';
import { TagList } from '../../../../ui/devices/device-marks.tsx';
import { SelectDevice } from '../../index.ts';
import { isBound, notePreview, shownStatus } from '../user-device-filters.ts';
import { UnbindDevice } from './unbind-device.tsx';
import classes from './user-device-card.module.css';

/** Keep the object stable: cards are memoised. */
export type UserCardActions = {
  onInfo: (serial: string) => void;
  /** Opens the panel with the choices of the device. */
  onSettings: (serial: string) => void;
  /** Opens the Device Settings dialog. */
  onDialog: (serial: string) => void;
  /** Selects or deselects the device; `range`: with Shift. */
  onSelect: (serial: string, range: boolean) => void;
};
type Props = { device: Device; administrator: boolean; actions: UserCardActions; selected: boolean };

/** One of the user's own devices, live; a waiting one is dimmed; see DEV-34. */
export const UserDeviceCard = memo(function UserDeviceCard({ device, administrator, actions, selected }: Props) {
  const { t } = useTranslation('user-devices');
  const { serial, note, email, company_id } = device;
  const bound = isBound(device);
  return (
    <DeviceCardFrame device={device} className={classes.card} selected={selected}>
      <DeviceCardTitle device={device} unnamed={t('card.unnamed')}>
        <SelectDevice serial={serial} checked={selected} onSelect={actions.onSelect} />
      </DeviceCardTitle>
      <DeviceCardState status={shownStatus(device.status)} lastSeen={device.last_seen} skewMs={device.clock_skew_ms}>
        <DeviceModeBadge device={device} />
      </DeviceCardState>
      <p className={classes.note} title={note ?? undefined}>
        {note === null ? t('card.no_note') : notePreview(note)}
      </p>
      <TagList tags={device.tags} />
      {email !== null && <p className={classes.email}>{email}</p>}
      <DeviceCardFooter
        className={classes.footer}
        actions={
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('card.settings', { serial })}
              onClick={() => actions.onSettings(serial)}
            >
              <IconAdjustments size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('card.dialog', { serial })}
              onClick={() => actions.onDialog(serial)}
            >
              <IconSettings size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('card.info', { serial })}
              onClick={() => actions.onInfo(serial)}
            >
              <IconInfoCircle size={16} aria-hidden />
            </ActionIcon>
          </>
        }
      >
        <Badge className={classes.binding ?? ''} variant="light" color={bound ? 'element' : 'purple'} size="sm">
          {t(bound ? 'bind.bound' : 'bind.unbound')}
        </Badge>
        {bound && administrator && (
          <span className={classes.company}>{t('card.company', { company: company_id })}</span>
        )}
        {bound && <UnbindDevice serial={serial} />}
      </DeviceCardFooter>
    </DeviceCardFrame>
  );
});
