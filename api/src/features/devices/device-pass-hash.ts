import { FACTORY_COST, hashPassword } from '../../lib/password-hash.ts';

/** A device's pass is drawn at random or works once, and all are hashed at one cost: a check takes equally long for each. */
export const hashDevicePass = (pass: string): Promise<string> => hashPassword(pass, FACTORY_COST);
