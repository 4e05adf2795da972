import type { CoreDeps } from '../../deps.ts';
import type { Outbox } from '../outbox/index.ts';

/** The dependencies of the SMS page. */
export type SmsDeps = Pick<CoreDeps, 'db' | 'config' | 'events'> & { outbox: Outbox };
