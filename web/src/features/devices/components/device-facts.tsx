import type { Device } from '@belfry/schemas/http/devices';
import { useDeviceDetails } from '../device-columns.tsx';
import classes from './device-facts.module.css';

/** The values of a device beside their names. */
export const DeviceFacts = ({ device }: { device: Device }) => (
  <dl className={classes.facts}>
    {useDeviceDetails(device).map(({ id, label, value }) => (
      <div key={id}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
