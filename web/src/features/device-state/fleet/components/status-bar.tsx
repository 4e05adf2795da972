import { DEVICE_STATUSES, type DeviceStatus } from '@belfry/schemas/domain/device';
import { STATUS_TONES } from '../status-tones.ts';
import classes from './fleet-overview.module.css';

/** The statuses as shares of a bar; hidden from screen readers, because the tiles above have the same counts. */
export function StatusBar({ total, counts }: { total: number; counts: Record<DeviceStatus, number> }) {
  if (total === 0) return null;
  return (
    <div className={classes.bar} aria-hidden>
      {DEVICE_STATUSES.filter((status) => counts[status] > 0).map((status) => (
        <span key={status} style={{ flexGrow: counts[status], background: STATUS_TONES[status] }} />
      ))}
    </div>
  );
}
