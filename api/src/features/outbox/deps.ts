import type { CoreDeps } from '../../deps.ts';
import type { Outbox } from './outbox.ts';

/** The dependencies of the outbox. */
export type OutboxDeps = Pick<CoreDeps, 'db' | 'jobs' | 'log'> & {
  outbox: Outbox;
};
