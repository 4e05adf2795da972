import { ActionIcon, Badge } from '@mantine/core';
import { IconAdjustments, IconInfoCircle } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices';
import { CopyText } from '../../../ui/copy-text.tsx';
import { DeviceTypeIcon } from '../../../ui/devices/device-type-icon.tsx';
import { LastSeen } from '../../../ui/devices/last-seen.tsx';
import { StatusDot } from '../../../ui/devices/status-dot.tsx';
import { isBound, notePreview, shownStatus } from '../user-device-filters.ts';
import { UnbindDevice } from './unbind-device.tsx';
import classes from './user-device-card.module.css';

/** Keep the object stable: cards are memoised. */
export type UserCardActions = {
  onInfo: (serial: string) => void;
  onSettings: (serial: string) => void;
};
type Props = { device: Device; administrator: boolean; actions: UserCardActions };

/** One of one's own devices, live; a waiting one is dimmed; see DEV-34. */
export const UserDeviceCard = memo(function UserDeviceCard({ device, administrator, actions }: Props) {
  const { t } = useTranslation('user-devices');
  const { serial, note, email, company_id } = device;
  const bound = isBound(device);
  return (
    <article className={classes.card} data-mode={device.device_mode} aria-label={t('card.label', { serial })}>
      <header className={classes.row}>
        <DeviceTypeIcon type={device.device_type} />
        <CopyText className={classes.serial} value={serial} />
        <span className={classes.mode}>{device.device_mode}</span>
      </header>
      <p className={classes.name}>{device.name ?? t('card.unnamed')}</p>
      <div className={classes.row}>
        <StatusDot status={shownStatus(device.status)} />
        <span className={classes.seen}>
          <LastSeen at={device.last_seen} />
        </span>
      </div>
      <p className={classes.note} title={note ?? undefined}>
        {note === null ? t('card.no_note') : notePreview(note)}
      </p>
      {email !== null && <p className={classes.email}>{email}</p>}
      <footer className={classes.footer}>
        <Badge className={classes.binding ?? ''} variant="light" color={bound ? 'element' : 'purple'} size="sm">
          {t(bound ? 'bind.bound' : 'bind.unbound')}
        </Badge>
        {bound && administrator && (
          <span className={classes.company}>{t('card.company', { company: company_id })}</span>
        )}
        {bound && <UnbindDevice serial={serial} />}
        <span className={classes.actions}>
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
            aria-label={t('card.info', { serial })}
            onClick={() => actions.onInfo(serial)}
          >
            <IconInfoCircle size={16} aria-hidden />
          </ActionIcon>
        </span>
      </footer>
    </article>
  );
});
