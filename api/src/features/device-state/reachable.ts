import { canReceiveCommands, DEVICE_STATUSES } from '@belfry/schemas/domain/device';

const REACHABLE = DEVICE_STATUSES.filter(canReceiveCommands).map((status) => `'${status}'`);

/** An SQL condition: whether a device with the status in this column can receive commands. */
export const isReachable = (column: string): string => `${column} = any(array[${REACHABLE.join(', ')}])`;
