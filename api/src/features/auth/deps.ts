import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from './authenticator.ts';
import type { FindGeoLocation } from '../location/index.ts';

/** The dependencies of sign-in and sessions. */
export type AuthDeps = Pick<CoreDeps, 'db' | 'config' | 'broker' | 'jobs' | 'pool'> & {
  auth: Authenticator;
  findGeoLocation: FindGeoLocation;
};
