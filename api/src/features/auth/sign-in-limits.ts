import { perAddress, type Limit } from '../../http/rate-limit/rate-limit.ts';

const MINUTE_S = 60;
const PER_ADDRESS = { hits: 300, windowSeconds: 15 * MINUTE_S };
const PER_ACCOUNT_AND_ADDRESS = { hits: 10, windowSeconds: 15 * MINUTE_S };
/** For all addresses together. Beyond it the owner can still sign in with a link that is mailed to them. */
const PER_ACCOUNT = { hits: 30, windowSeconds: 60 * MINUTE_S };

/** The limits of a sign-in; the same for an account that does not exist. */
export type SignInLimits = { ofAddress: Limit; ofAccountAndAddress: Limit; ofAccount: Limit };

/** The limits of one account's sign-ins from one address. */
export function signInLimits(email: string, ip: string): SignInLimits {
  const account = email.toLowerCase();
  return {
    ofAddress: perAddress('login', ip, PER_ADDRESS),
    ofAccountAndAddress: perAddress('login', ip, PER_ACCOUNT_AND_ADDRESS, account),
    ofAccount: { key: `login-account:${account}`, ...PER_ACCOUNT },
  };
}
