import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from './authenticator.ts';
import type { Outbox } from '../outbox/index.ts';
import type { FindPlace } from '../location/index.ts';

/** The dependencies of sign-in and sessions. */
export type AuthDeps = Pick<CoreDeps, 'db' | 'config' | 'broker' | 'pool'> & {
  auth: Authenticator;
  outbox: Outbox;
  findPlace: FindPlace;
};
