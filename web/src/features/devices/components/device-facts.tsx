import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices';
import { useTimes } from '../../../lib/times.ts';
import { LastSeen } from '../../../ui/devices/last-seen.tsx';
import { StatusDot } from '../../../ui/devices/status-dot.tsx';
import classes from './device-facts.module.css';

const NOTHING = '–';

export function DeviceFacts({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const times = useTimes();
  const facts = [
    [t('details.serial'), device.serial],
    [t('details.status'), <StatusDot key="status" status={device.status} />],
    [t('details.activity'), t(`details.${device.mode}`)],
    [t('details.mode'), device.device_mode],
    [t('details.company'), device.company_name ?? device.company_id ?? t('details.noCompany')],
    [t('details.version'), device.device_version ?? NOTHING],
    [t('details.email'), device.email ?? NOTHING],
    [t('details.address'), device.ip ?? NOTHING],
    [t('details.lastSeen'), <LastSeen key="seen" at={device.last_seen} />],
    [t('details.created'), times.day(device.created_at)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
