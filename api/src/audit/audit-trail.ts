import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditDoor } from '@belfry/schemas/domain/audit';
import type { Principal } from '../http/routes/principal.ts';

export type Act = {
  object_kind?: string;
  object_id?: string | number;
  owner_id?: number | null;
  company_id?: number | null;
  /** The user who acts, in a call without a key. */
  user_id?: number;
  before?: object | null;
  after?: object | null;
};

export type AuditTrail = {
  user: Principal | null;
  ip: string;
  door: AuditDoor;
  api_key_id: number | null;
  isRecorded: boolean;
  act: Act;
};

const trails = new AsyncLocalStorage<AuditTrail>();

export const withTrail = <T>(trail: AuditTrail, work: () => T): T => trails.run(trail, work);

/** The trail of the call that is being answered; undefined in jobs and in ingest. */
export const currentTrail = (): AuditTrail | undefined => trails.getStore();

/** Tells what the call does, for the row that is written for it before it is answered. Without effect outside of a call. */
export function noteAct(act: Act): void {
  const trail = trails.getStore();
  if (trail) Object.assign(trail.act, act);
}

export const enteredBy = (user: Principal | null): { door: AuditDoor; api_key_id: number | null } => ({
  door: user?.opened_by ? 'impersonation' : user?.acts_alone ? 'job' : 'rest',
  api_key_id: null,
});
