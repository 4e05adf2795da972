// The list, its filters, files and bulk changes.
export { OWNER_ACTIONS } from './bulk/bulk-menu.tsx';
export type { GroupChoice } from './bulk/bulk-fields.tsx';
export { DeviceDialogs } from './components/device-dialogs.tsx';
export { FleetGrid } from './components/card/fleet-grid.tsx';
export { DEFAULT_FILTERS } from './filters/device-filter-values.ts';
export { useGetDevicePageQuery, useGetOwnDevicesQuery } from './devices-api.ts';
export { useDeviceDialogs } from './use-device-dialogs.ts';
export { SelectDevice } from './selection/select-device.tsx';
export { SelectPage } from './selection/select-page.tsx';
export { SelectionActions } from './selection/selection-actions.tsx';
export { useListSelection, type DeviceSelection } from './selection/use-device-selection.ts';
export { loadDevicesPage } from './screens.ts';
export type { TimelineSlot } from './timeline-slot.ts';
