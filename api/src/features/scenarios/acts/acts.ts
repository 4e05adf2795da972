import type { ScenarioAction, ScenarioActionKind } from '@belfry/schemas/http/scenarios/actions';
import type { Act, Acts } from './act.ts';
import { CALL_ACTS } from './calls.ts';
import { MESSAGE_ACTS } from './messages.ts';
import { OUTPUT_ACTS } from './outputs.ts';
import { SCREEN_ACTS } from './screens.ts';
import { SPEECH_ACTS } from './speech.ts';

export type { Acting, ActOutcome, CheckContext, Checked, RunAction } from './act.ts';

const ACTS: Acts<ScenarioActionKind> = {
  ...SPEECH_ACTS,
  ...MESSAGE_ACTS,
  ...CALL_ACTS,
  ...OUTPUT_ACTS,
  ...SCREEN_ACTS,
};

/** The table has the entry of each kind, which the compiler does not follow from a union. */
export const actOf = ({ kind }: Pick<ScenarioAction, 'kind'>): Act<ScenarioActionKind> =>
  ACTS[kind] as unknown as Act<ScenarioActionKind>;
