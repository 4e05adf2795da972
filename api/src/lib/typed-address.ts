import type { BlockList } from 'node:net';
import type { Config } from '../config/config.ts';
import { fieldError } from '../errors.ts';
import { createAddressCheck, ForbiddenAddress } from './outbound-fetch.ts';

/**
 * Makes a check of addresses that people type, of what calls or is called by Belfry. It throws unprocessable for one that must not be reached.
 * @param path the field @param nothing what does not happen, as `Nothing is sent to this address` @param setting what permits private networks
 */
export function createTypedAddressCheck(
  allowed: BlockList,
  { path, nothing, setting = 'WEBHOOK_ALLOW' }: { path: string; nothing: string; setting?: keyof Config },
): (address: string) => Promise<void> {
  const check = createAddressCheck({ allowed });
  return async (address) => {
    try {
      await check(address);
    } catch (error) {
      if (!(error instanceof ForbiddenAddress)) throw error;
      throw fieldError('unprocessable', path, `${nothing}: ${error.message}. Private networks need ${setting}.`);
    }
  };
}
