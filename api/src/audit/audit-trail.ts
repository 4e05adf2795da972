import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditDoor } from '@belfry/schemas/domain/audit';
import type { Principal } from '../http/routes/principal.ts';

/** What a service knows of an act that its call records: all of it is optional, and what is absent is taken from the request and its answer. */
export type Act = {
  object_kind?: string;
  object_id?: string | number;
  /** Whose organisation it concerns. */
  owner_id?: number | null;
  /** The node that it concerns. */
  company_id?: number | null;
  /** Who has acted, in a call without a key: whoever has proved to be this user. */
  user_id?: number;
  before?: object | null;
  after?: object | null;
};

/** What is known of the call that is being answered. */
export type AuditTrail = {
  user: Principal | null;
  ip: string;
  door: AuditDoor;
  /** The key of a program with which the call is made. */
  api_key_id: number | null;
  /** Whether a row of this call has been written. */
  isRecorded: boolean;
  act: Act;
};

const trails = new AsyncLocalStorage<AuditTrail>();

/** Runs `work` and everything that it waits for with this trail. */
export const withTrail = <T>(trail: AuditTrail, work: () => T): T => trails.run(trail, work);

/** The trail of the call that is being answered; undefined in jobs and in ingest. */
export const currentTrail = (): AuditTrail | undefined => trails.getStore();

/** Tells what the call does, for the row that is written for it before it is answered. Without effect outside of a call. */
export function noteAct(act: Act): void {
  const trail = trails.getStore();
  if (trail) Object.assign(trail.act, act);
}

/** How the calls of this user come in, and with which key of a program. The one place that knows of further doors. */
export const enteredBy = (user: Principal | null): { door: AuditDoor; api_key_id: number | null } => ({
  door: user?.opened_by ? 'impersonation' : user?.trigger_id === undefined ? 'rest' : 'job',
  api_key_id: null,
});
