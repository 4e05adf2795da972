import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Principal } from '../http/principal.ts';

/** The owner of a device, null while it has none. */
type Owned = { user_id: number | null };
type Caller = Pick<Principal, 'id' | 'role'>;

/** People read their own devices with their metrics and configuration, administrators every device. */
export const canReadDevice = (user: Caller, device: Owned): boolean =>
  isAdministrator(user.role) || (device.user_id !== null && device.user_id === user.id);

/** People bind and unbind their own devices, administrators every device. */
export const canBindDevice = (user: Caller, device: Owned): boolean => canReadDevice(user, device);

/** Administrators send commands to every device and receive every device's messages. */
export const canReadAllDevices = ({ role }: Pick<Caller, 'role'>): boolean => isAdministrator(role);

/**
 * The same rule for statements that load the device themselves: the owner that a device must have to exist for this
 * person, or null where every device does.
 */
export const requiredOwner = (user: Caller): number | null => (canReadAllDevices(user) ? null : user.id);

/** An admin must not know of root accounts, nor of the names of their nodes. Lists for users hold their own devices only. */
export const hidesNodesOfRoots = ({ role }: Pick<Caller, 'role'>): boolean => role === 'admin';

/** Administrators decide about claims and enrolments, so their own need no decision. */
export const canApproveDevices = ({ role }: Pick<Caller, 'role'>): boolean => isAdministrator(role);
