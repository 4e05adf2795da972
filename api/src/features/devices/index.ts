// The list, its filters, and one device.
export {
  clearBindings,
  findBulkDevices,
  findIdsBySerial,
  lockBulkDevices,
  setBindings,
  updateDevices,
  updateTags,
  type BulkDevice,
  findBoundIds,
  findPresent,
  insertImported,
  updateImported,
  type ImportedDevice,
  type PresentDevice,
} from './bulk.repository.ts';
export { findMatchingIds, findTargetDevices, findTargetsBySerial, type TargetDevice } from './filtered-devices.sql.ts';
export { readExportPage, type ExportedDevice } from './device-json.sql.ts';
export type { DeviceFilter } from './device-list.ts';
export {
  clearBinding,
  clearNodeBindings,
  findDeviceOfNode,
  lockDeviceBinding,
  type DeviceBinding,
  lockDevicesBySerial,
  lockDevicesOf,
} from './ownership.repository.ts';
export { bindingChanged, bindTo, moveTo, type Node } from './binding.ts';
export { createDeviceDirectory, devicesChanged, readDevice } from './devices.service.ts';
export {
  allowEnrolment,
  countWaiting,
  deleteDevice,
  endCredentials,
  findDeviceBySerial,
  findSerialsOfOwner,
  insertDevice,
  lockDevice,
  lockDeviceBySerial,
  promoteDevice,
  serialExists,
  setDeviceKey,
  setFirstKey,
  updateDevice,
  type DeviceRow,
  upsertDevices,
} from './devices.repository.ts';
export { devicesRoutes } from './devices.routes.ts';
export {
  changeOwner,
  ownerChanged,
  type OwnerChange,
  deviceOwned,
  createOwnedDevice,
  modeForbids,
  assignDevice,
  type AssignedDevice,
} from './ownership.service.ts';
export { clearRetained } from './retained.ts';
export { noteTwins } from './twins.repository.ts';
