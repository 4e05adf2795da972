import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Policy } from './policy.ts';

/** The user who has started the run. */
type Issued = { issued_by: number | null };
export type CommandRunPolicy = Policy<Issued>;

/** People read their own runs, administrators every run. */
export const canReadCommandRun: CommandRunPolicy = (caller, run) =>
  isAdministrator(caller.role) || run.issued_by === caller.id;

/** People pause, resume and cancel their own runs, administrators every run. */
export const canChangeCommandRun: CommandRunPolicy = (caller, run) => canReadCommandRun(caller, run);

/** A policy for statements that load runs themselves: whose runs this user finds, or null where they find all. */
export const requiredIssuer = (policy: CommandRunPolicy, caller: Parameters<CommandRunPolicy>[0]): number | null =>
  policy(caller, { issued_by: null }) ? null : caller.id;
