import type { BlockList } from 'node:net';
import { fieldError } from '../errors.ts';
import { createAddressCheck, ForbiddenAddress } from './outbound-fetch.ts';

/**
 * Makes a check of addresses that people type, of what calls or is called by Belfry. It throws unprocessable for one that must not be reached.
 * @param path the field @param nothing what does not happen, as `Nothing is sent to this address`
 */
export function createTypedAddressCheck(
  allowed: BlockList,
  { path, nothing }: { path: string; nothing: string },
): (address: string) => Promise<void> {
  const check = createAddressCheck({ allowed });
  return async (address) => {
    try {
      await check(address);
    } catch (error) {
      if (!(error instanceof ForbiddenAddress)) throw error;
      throw fieldError('unprocessable', path, `${nothing}: ${error.message}. Private networks need WEBHOOK_ALLOW.`);
    }
  };
}
