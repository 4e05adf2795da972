import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import type { Caller, Policy } from './accounts.ts';

/** The owner of a device, null while it has none. */
type Owned = { user_id: number | null };
export type DevicePolicy = Policy<Owned>;

/** People read their own devices with their metrics, configuration and commands, administrators every device. */
export const canReadDevice: DevicePolicy = (caller, device) =>
  canReadAllDevices(caller) || (device.user_id !== null && device.user_id === caller.id);

/** People change the settings of their own devices, administrators those of every device. */
export const canConfigureDevice: DevicePolicy = (caller, device) => canReadDevice(caller, device);

/** People send commands to their own devices, administrators to every device. */
export const canCommandDevice: DevicePolicy = (caller, device) => canReadDevice(caller, device);

/** People bind and unbind their own devices, administrators every device. */
export const canBindDevice: DevicePolicy = (caller, device) => canReadDevice(caller, device);

/** Administrators create, edit and delete devices and renew their keys. */
export const canEditDevice: DevicePolicy = ({ role }) => isAdministrator(role);

/** Administrators decide about claims and enrolments, so their own need no decision. */
export const canApproveDevices: Policy = ({ role }) => isAdministrator(role);

/** Administrators send commands to every device and receive every device's messages. */
export const canReadAllDevices = ({ role }: { role: Role }): boolean => isAdministrator(role);

/**
 * A policy for statements that load the device themselves: the owner that a device must have so that this user finds
 * it, or null where they find every device.
 */
export const requiredOwner = (policy: DevicePolicy, caller: Caller): number | null =>
  policy(caller, { user_id: null }) ? null : caller.id;

/** An admin must not know of root accounts, nor of the names of their nodes. Lists for users hold their own devices only. */
export const hidesNodesOfRoots = ({ role }: { role: Role }): boolean => role === 'admin';

/** Administrators create, upload, read and delete archives of the client software. */
export const canManageFirmware: Policy = ({ role }) => isAdministrator(role);

export type VoicePolicy = Policy<{ block: boolean }>;

/** Blocked voices are visible to administrators only. */
export const canReadVoice: VoicePolicy = ({ role }, voice) => !voice.block || isAdministrator(role);

/** Administrators block and rename voices, and make and delete their samples. */
export const canEditVoice: VoicePolicy = ({ role }) => isAdministrator(role);
