import { createHmac } from 'node:crypto';
import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '@belfry/schemas/domain/user-code';
import type { Config } from '../../config/config.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import type { Codes } from './pairings.repository.ts';

type Secrets = Pick<Config, 'SERVICE_SECRET'>;

export const createDeviceCode = createKey;

/** The letters that a person enters, which are derived from the device code, so that they are stored nowhere and can be spoken. */
export function userCodeOf({ SERVICE_SECRET }: Secrets, deviceCode: string): string {
  let rest = createHmac('sha256', SERVICE_SECRET).update(`pairing:${deviceCode}`).digest().readBigUInt64BE();
  let code = '';
  while (code.length < USER_CODE_LENGTH) {
    code += USER_CODE_LETTERS[Number(rest % BigInt(USER_CODE_LETTERS.length))];
    rest /= BigInt(USER_CODE_LETTERS.length);
  }
  return code;
}

export const hashDeviceCode = hashKey;

export const hashUserCode = ({ SERVICE_SECRET }: Secrets, code: string): Buffer =>
  createHmac('sha256', SERVICE_SECRET).update(`pairing-code:${code}`).digest();

export const hashesOf = (secrets: Secrets, deviceCode: string): Codes => ({
  device_code_hash: hashDeviceCode(deviceCode),
  user_code_hash: hashUserCode(secrets, userCodeOf(secrets, deviceCode)),
});
