import { ADMIN_DEVICE_MODES, DEVICE_MODES, type DeviceMode } from '@belfry/schemas/domain/device';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import classes from './fleet-overview.module.css';

/** The modes by which the devices page can be filtered. */
const FILTERABLE: ReadonlySet<DeviceMode> = new Set(ADMIN_DEVICE_MODES);

/** How many devices are in each mode; modes without devices are left out. */
export function ModeCounts({ counts }: { counts: Record<DeviceMode, number> }) {
  const { t } = useTranslation('fleet');
  const locale = useLocale();
  const present = DEVICE_MODES.filter((mode) => counts[mode] > 0);
  if (present.length === 0) return null;
  return (
    <div className={classes.modes}>
      <h3 className={classes.modesTitle}>{t('by_mode')}</h3>
      <ul className={classes.modeList}>
        {present.map((mode) => {
          const content = (
            <>
              {mode} <strong className="tabular">{formatCount(counts[mode], locale)}</strong>
            </>
          );
          return (
            <li key={mode}>
              {FILTERABLE.has(mode) ? (
                <Link to={`/devices?mode=${mode}`} className={classes.mode}>
                  {content}
                </Link>
              ) : (
                <span className={classes.mode}>{content}</span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
