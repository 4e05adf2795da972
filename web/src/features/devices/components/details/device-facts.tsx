import type { Device } from '@belfry/schemas/http/devices/devices';
import { Facts } from '../../../../ui/facts.tsx';
import { useDeviceDetails } from '../../device-columns.tsx';

/** The values of a device beside their names. */
export const DeviceFacts = ({ device }: { device: Device }) => <Facts compact facts={useDeviceDetails(device)} />;
