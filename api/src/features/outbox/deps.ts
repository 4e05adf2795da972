import type { CoreDeps } from '../../deps.ts';
import type { Outbox } from './outbox.ts';

/** What the outbox page uses. */
export type OutboxDeps = Pick<CoreDeps, 'db' | 'log'> & {
  outbox: Outbox;
};
