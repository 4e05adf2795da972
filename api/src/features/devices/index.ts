// The list, its filters, files and bulk changes.
export {
  clearBindings,
  findBulkDevices,
  findIdsBySerial,
  lockBulkDevices,
  setBindings,
  updateDevices,
  updateTags,
  type BulkDevice,
} from './bulk.repository.ts';
export { findMatchingIds } from './device-ids.sql.ts';
export { deviceNameSql } from './device-name.sql.ts';
export { readExportPage, type ExportedDevice } from './export.sql.ts';
export {
  findBoundIds,
  findPresent,
  insertImported,
  updateImported,
  type ImportedDevice,
  type PresentDevice,
} from './import.repository.ts';
export type { DeviceFilter } from './device-list.ts';
export {
  clearBinding,
  clearNodeBindings,
  findDeviceOfNode,
  lockDeviceBinding,
  type DeviceBinding,
} from './binding.repository.ts';
export { bindingChanged, bindTo, moveTo, type Node } from './binding.ts';
export { createDeviceDirectory } from './device-directory.ts';
export { hashDevicePass } from './device-pass-hash.ts';
export {
  allowEnrolment,
  countWaiting,
  deleteDevice,
  findDeviceBySerial,
  findSerialsOfOwner,
  insertDevice,
  lockDevice,
  promoteDevice,
  serialExists,
  setDeviceKey,
  setFirstKey,
  updateDevice,
} from './devices.repository.ts';
export { devicesRoutes } from './devices.routes.ts';
export { devicesChanged, readDevice } from './devices.service.ts';
export type { DeviceRow } from './devices.repository.ts';
export { lockDevicesBySerial, lockDevicesOf } from './ownership.repository.ts';
export { changeOwner, ownerChanged, type OwnerChange } from './ownership.service.ts';
export { findTargetDevices, findTargetsBySerial, type TargetDevice } from './target-devices.sql.ts';
export { upsertDevices } from './provision.repository.ts';
export { clearRetained } from './retained.ts';
export { deviceOwned, createOwnedDevice, modeForbids, assignDevice, type AssignedDevice } from './assign-device.ts';
