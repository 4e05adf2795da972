import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from './authenticator.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { FindPlace } from '../location/geo-reader.ts';

/** What signing in and sessions use. */
export type AuthDeps = Pick<CoreDeps, 'db' | 'config' | 'broker' | 'pool'> & {
  auth: Authenticator;
  outbox: Outbox;
  findPlace: FindPlace;
};
