import { ADMIN_DEVICE_MODES, DEVICE_MODES, type DeviceMode } from '@belfry/schemas/domain/device';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import classes from './fleet-overview.module.css';

const FILTERABLE: ReadonlySet<DeviceMode> = new Set(ADMIN_DEVICE_MODES);

/** How many devices are in each mode; modes without devices are left out. */
export function ModeCounts({ counts }: { counts: Record<DeviceMode, number> }) {
  const { t } = useTranslation('fleet');
  const locale = useLocale();
  const present = DEVICE_MODES.filter((mode) => counts[mode] > 0);
  if (present.length === 0) return null;
  return (
    <dl className={classes.modes}>
      {present.map((mode) => (
        <div key={mode} className={classes.mode}>
          <dt>
            {FILTERABLE.has(mode) ? (
              <Link to={`/devices?mode=${mode}`}>{t('mode', { mode })}</Link>
            ) : (
              t('mode', { mode })
            )}
          </dt>
          <dd className="tabular">{formatCount(counts[mode], locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
