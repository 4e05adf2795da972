import { hasRight, type Right, type RightsMask } from '@belfry/schemas/domain/rights';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import type { Caller, Policy } from './accounts.ts';

/** The owner of a device, null while it has none, and what memberships of the caller allow at its node. */
type OwnedDevice = { user_id: number | null; rights?: RightsMask };
export type DevicePolicy = Policy<OwnedDevice>;

/** People do everything with their own devices, administrators with every device; members need a right at its node. */
const allowing =
  (right: Right): DevicePolicy =>
  (caller, device) =>
    canReadAllDevices(caller) ||
    (device.user_id !== null && device.user_id === caller.id) ||
    hasRight(device.rights ?? 0, right);

export const canReadDevice: DevicePolicy = allowing('read');

export const canReadTextsOf: DevicePolicy = allowing('read-texts');

export const canConfigureDevice: DevicePolicy = allowing('operate');

export const canCommandDevice: DevicePolicy = allowing('operate');

export const canBindDevice: DevicePolicy = allowing('operate');

/** Whoever has the code that a device shows or speaks sees what asks with it, and may refuse it. */
export const canReadPairing: Policy = () => true;

export const canEditDevice: DevicePolicy = ({ role }) => isAdministrator(role);

/** Administrators decide about claims and enrolments, so their own need no decision. */
export const canApproveDevices: Policy = ({ role }) => isAdministrator(role);

/** Administrators send commands to every device and receive every device's messages. */
export const canReadAllDevices = ({ role }: { role: Role }): boolean => isAdministrator(role);

/**
 * A policy for statements that load the device themselves: the user who must own a device, or have the right of the statement
 * at its node, or null where every device is found. See `deviceVisibleTo`.
 */
export const requiredOwner = (policy: DevicePolicy, caller: Caller): number | null =>
  policy(caller, { user_id: null }) ? null : caller.id;

/** An admin must not know of root accounts, nor of the names of their nodes. Lists for users hold their own devices only. */
export const hidesNodesOfRoots = ({ role }: { role: Role }): boolean => role === 'admin';

export const canManageFirmware: Policy = ({ role }) => isAdministrator(role);

/** Roots install voices, whose models the server runs. */
export const canInstallVoices: Policy = ({ role }) => role === 'root';

export type VoicePolicy = Policy<{ block: boolean }>;

export const canReadVoice: VoicePolicy = ({ role }, voice) => !voice.block || isAdministrator(role);

export const canEditVoice: VoicePolicy = ({ role }) => isAdministrator(role);
