import { DEVICE_NAME_MAX } from '@belfry/schemas/domain/device';

/**
 * What a device is called, as `deviceNameOf` of the contract says; see DEV-67.
 * @param node the alias of its node, joined where the viewer may see it
 */
export const deviceNameSql = (node: string, device = 'd', state = 's'): string =>
  `coalesce(${node}.name, left(nullif(btrim(${device}.note), ''), ${DEVICE_NAME_MAX}), ${state}.hostname)`;
