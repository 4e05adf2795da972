import { FACTORY_COST, hashPassword } from '../../lib/password-hash.ts';

/** All device passes are hashed with one cost, so that every check takes equally long. */
export const hashDevicePass = (pass: string): Promise<string> => hashPassword(pass, FACTORY_COST);
