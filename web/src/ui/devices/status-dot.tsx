import { useTranslation } from 'react-i18next';
import { DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import classes from './status-dot.module.css';

const KNOWN: ReadonlySet<string> = new Set(DEVICE_STATUSES);

/** A coloured dot and its text; an unknown status is grey; see DEV-3. */
export function StatusDot({ status }: { status: string }) {
  const { t } = useTranslation('devices');
  const shown = KNOWN.has(status) ? (status as (typeof DEVICE_STATUSES)[number]) : 'unknown';
  return (
    <span className={classes.status} data-status={shown}>
      <span className={classes.dot} aria-hidden />
      {t(`status.${shown}`)}
    </span>
  );
}
