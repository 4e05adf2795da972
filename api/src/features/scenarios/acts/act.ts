import type { ScenarioAction, ScenarioActionKind, ScenarioActionOf } from '@belfry/schemas/http/scenarios/actions';
import type { ScenarioMissed } from '@belfry/schemas/http/scenarios/scenarios';
import type { Kysely } from 'kysely';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../http/routes/principal.ts';

/** A run, as far as its actions need it. */
export type ActingRun = {
  scenario_run_id: string;
  owner_id: number;
  company_id: number;
  name: string;
  place: string;
  zone: string;
  drill: boolean;
  began_at: Date;
  /** It starts or ends an emergency, of which people are told at any hour. */
  urgent: boolean;
  /** For texts: who pressed, what was typed, the fields of a hook. */
  variables: Readonly<Record<string, string>>;
};

/** One action of a run that is due. */
export type Acting = { run: ActingRun; index: number; run_id: string; attempts: number };

export type ActOutcome =
  /** active: it goes on until it is ended, or its announcement has ended. */
  | {
      state: 'active' | 'done' | 'failed';
      reason: string | null;
      /** Of what the call of a person would throw. */
      code?: string;
      /** Stores what follows from it, in the transaction that stores the state. */
      store?: (trx: Kysely<Database>) => Promise<void>;
      /** Seconds until it is ended. */
      lasts_s?: number | undefined;
    }
  /** It was not taken now, and is tried again. */
  | { state: 'again'; reason: string; after_ms: number };

export type Checked = { reached: number; missed: ScenarioMissed[]; parts?: number; missing?: string[] };
export type CheckContext = {
  deps: Deps;
  user: Principal;
  place: { owner_id: number; company_id: number };
  values: Readonly<Record<string, string>>;
  /** As of a run. */
  urgent: boolean;
};

/** What a run does. Triggers add the texts of a public alert, each for the places of its language, and a chime that rings once. */
export type RunAction<A extends ScenarioAction> = A & {
  variants?: { language: string; text: string }[];
  once?: true;
};

export type Act<K extends ScenarioActionKind> = {
  /** Whether a drill does it too; otherwise it is only recorded. */
  hasDrill?: boolean;
  /** Throws not_found, forbidden, unprocessable where its author could not do it now. */
  permit(context: CheckContext, action: ScenarioActionOf<K>): Promise<void>;
  check(context: CheckContext, action: ScenarioActionOf<K>): Promise<Checked>;
  start(deps: Deps, actor: Actor, acting: Acting, action: RunAction<ScenarioActionOf<K>>): Promise<ActOutcome>;
  /** Called when it goes on: what it waits for may have come already. */
  begun?(deps: Deps): Promise<void>;
  /** Ends what goes on. Throws as the call of a person would. */
  end?(deps: Deps, actor: Actor, acting: Acting): Promise<void>;
};
export type Acts<K extends ScenarioActionKind> = { [Kind in K]: Act<Kind> };
