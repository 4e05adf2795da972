import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { countDevices } from '../user-device-filters.ts';
import classes from './device-statistics.module.css';

const ROWS = ['total', 'online', 'maintenance', 'offline', 'bound', 'unbound', 'waiting'] as const;

/** Counts of the user's devices, live. */
export function DeviceStatistics({ devices, onClose }: { devices: readonly Device[]; onClose: () => void }) {
  const { t } = useTranslation(['user-devices', 'common']);
  const locale = useLocale();
  const counts = countDevices(devices);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('statistics.title')}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <dl className={classes.counts}>
        {ROWS.map((row) => (
          <div key={row} className={classes.row} data-part={row === 'total' ? undefined : true}>
            <dt>{t(`statistics.${row}`)}</dt>
            <dd>{formatCount(counts[row], locale)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
