import type { UnnestRow } from '../../../db/unnest.ts';
import { settles, type DeliveryChange } from './delivery-change.ts';
import { TRANSITIONS } from './delivery-states.ts';

/** A change as a row of parameters. */
export const CHANGE_COLUMNS = {
  id: 'uuid',
  serial: 'text',
  state: 'text',
  from_states: 'text',
  phase: 'text',
  progress: 'text',
  result: 'text',
  error: 'text',
  error_type: 'text',
  execution_time_ms: 'int4',
  sent_at: 'timestamptz',
  accepted_at: 'timestamptz',
  deadline_at: 'timestamptz',
  settled_at: 'timestamptz',
  settles: 'bool',
} as const;

/** What a row `incoming` sets in its delivery `x`. */
export const SET_CHANGE = `state = incoming.state,
    phase = coalesce(incoming.phase, x.phase),
    progress = coalesce(incoming.progress::jsonb, x.progress),
    success = case when incoming.settles then incoming.state = 'succeeded' end,
    result = incoming.result::jsonb,
    error = incoming.error,
    error_type = incoming.error_type,
    execution_time_ms = incoming.execution_time_ms,
    sent_at = coalesce(x.sent_at, incoming.sent_at),
    accepted_at = coalesce(x.accepted_at, incoming.accepted_at),
    deadline_at = case when x.accepted_at is null then coalesce(incoming.deadline_at, x.deadline_at) else x.deadline_at end,
    settled_at = incoming.settled_at`;

const json = (value: Record<string, unknown> | null): string | null => value && JSON.stringify(value);

export const toChangeRow = (change: DeliveryChange): UnnestRow<typeof CHANGE_COLUMNS> => ({
  id: change.commandId,
  serial: change.serial,
  state: TRANSITIONS[change.event].to,
  from_states: TRANSITIONS[change.event].from.join(' '),
  phase: change.phase,
  progress: json(change.progress),
  result: json(change.result),
  error: change.error,
  error_type: change.errorType,
  execution_time_ms: change.executionTimeMs,
  sent_at: change.sentAt,
  accepted_at: change.acceptedAt,
  deadline_at: change.deadlineAt,
  settled_at: settles(change) ? change.at : null,
  settles: settles(change),
});
