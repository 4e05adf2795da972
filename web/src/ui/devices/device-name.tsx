import classes from './device-name.module.css';

type Props = { name: string | null; serial: string; className?: string | undefined };

/** What a device is called, with its serial number second; a device without a name has the serial number only; see DEV-67. */
export const DeviceName = ({ name, serial, className = '' }: Props) => (
  <span className={`${classes.device} ${className}`}>
    {name !== null && name !== serial && (
      <>
        <span className={classes.name} title={name}>
          {name}
        </span>{' '}
      </>
    )}
    <span className={classes.serial}>{serial}</span>
  </span>
);
