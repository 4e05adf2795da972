export { DeviceDialogs } from './components/device-dialogs.tsx';
export { FleetGrid } from './components/fleet-grid.tsx';
export { DEFAULT_FILTERS } from './device-filters.ts';
export { useGetDevicePageQuery, useGetOwnDevicesQuery } from './devices-api.ts';
export { useDeviceDialogs } from './use-device-dialogs.ts';
export { loadDevicesPage } from './screens.ts';
export type { TimelineSlot } from './timeline-slot.ts';
