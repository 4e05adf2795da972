// The list, its filters, files and bulk changes.
export { OWNER_ACTIONS, SelectDevice, SelectPage, SelectionActions } from './bulk/selection-bar.tsx';
export { DeviceDialogs, useDeviceDialogs } from './device-dialogs.tsx';
export { DEFAULT_FILTERS } from './list/device-filter-values.ts';
export { useGetDevicePageQuery, useGetOwnDevicesQuery } from './devices-api.ts';
export { useListSelection, type DeviceSelection } from './bulk/device-selection.ts';
export { loadDevicesPage } from './screens.ts';
