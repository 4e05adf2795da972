import type { DeliveryState } from '@belfry/schemas/http/commands/commands';
import { TRANSITIONS } from './delivery-states.ts';
import type { DeliveryChange } from './delivery-change.ts';
import type { Delivery } from '../results/results.sql.ts';

/** The final state of a delivery, for the caller that waits for it. */
export type Outcome = {
  state: DeliveryState;
  result: Record<string, unknown> | null;
  error: string | null;
  errorType: string | null;
  executionTimeMs: number | null;
};

export const outcomeOfChange = ({ event, result, error, errorType, executionTimeMs }: DeliveryChange): Outcome => ({
  state: TRANSITIONS[event].to,
  result,
  error,
  errorType,
  executionTimeMs,
});

export const outcomeOfDelivery = ({ state, result, error, error_type, execution_time_ms }: Delivery): Outcome => ({
  state,
  result,
  error,
  errorType: error_type,
  executionTimeMs: execution_time_ms,
});
