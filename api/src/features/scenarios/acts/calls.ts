import type { ScenarioActionOf } from '@belfry/schemas/http/scenarios/actions';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import { fieldError } from '../../../errors.ts';
import type { Deps } from '../../../deps.ts';
import type { Acting, ActOutcome, Acts, CheckContext, Checked } from './act.ts';
import { CHAT_FORMS, cutText } from '../destinations/chat-forms.ts';
import { findTarget, noteSent, type Target } from '../destinations/destinations.repository.ts';
import { sendTo, type Sent } from '../destinations/send.ts';
import { openDestination } from '../destinations/destinations.service.ts';
import { insertReceipts } from '../receipts.repository.ts';
import { fillWritten, timeValues } from '../variables.ts';
import { reportOf } from './speech.ts';

type Call = ScenarioActionOf<'chat' | 'http'>;

/** Attempts of one message, and the time before the second one, which is doubled for each further one. */
const ATTEMPTS_MAX = 5;
const RETRY_MS = 5_000;

async function permitCall({ deps, place }: CheckContext, { kind, destination_id }: Call): Promise<void> {
  const target = await findTarget(deps.db, destination_id);
  if (!target || target.owner_id !== place.owner_id)
    throw fieldError('not_found', 'destination_id', 'This chat or system does not exist');
  if ((target.service === 'http') !== (kind === 'http'))
    throw fieldError('unprocessable', 'destination_id', 'This is another kind of destination');
}

async function checkCall({ deps, place, values }: CheckContext, action: Call): Promise<Checked> {
  const target = await findTarget(deps.db, action.destination_id);
  const { missing } = fillWritten(action.kind === 'chat' ? action.text : action.body, withTimes(values));
  if (!target || target.owner_id !== place.owner_id)
    return { reached: 0, missed: [{ who: action.kind, reason: 'nobody', detail: null }], missing };
  if (target.refused_at === null) return { reached: 1, missed: [], missing };
  return { reached: 0, missed: [{ who: target.name, reason: 'refused_last_time', detail: target.refusal }], missing };
}

const withTimes = (values: Readonly<Record<string, string>>, at = new Date()) => ({
  ...values,
  ...timeValues(at, { zone: values.zone ?? 'UTC', lang: 'en' }),
});

/** The same key for each attempt, by which a receiver tells that it has it already. */
const keyOf = ({ run, index }: Acting): string => `${run.scenario_run_id}:${index}`;

async function send(
  deps: Deps,
  acting: Acting,
  target: Target,
  action: Call,
): Promise<{ sent: Sent; missing: string[] }> {
  const opened = openDestination(deps, target);
  const values = { ...withTimes({ ...acting.run.variables, zone: acting.run.zone }, acting.run.began_at) };
  const { text, missing } = fillWritten(action.kind === 'chat' ? action.text : action.body, values);
  if (opened === null) {
    const reason = 'SERVICE_SECRET is another one than before';
    return { missing, sent: { outcome: 'refused', reason, retryAfterMs: null } };
  }
  const json = { 'content-type': 'application/json' };
  const key = { 'idempotency-key': keyOf(acting) };
  if (action.kind === 'http') {
    const body = text !== '' && action.method !== 'GET' ? { body: text } : {};
    const headers = { ...(body.body === undefined ? {} : json), ...opened.headers, ...key };
    return { missing, sent: await sendTo(deps.config, opened.url, { method: action.method, headers, ...body }) };
  }
  const form = CHAT_FORMS[target.service as keyof typeof CHAT_FORMS];
  const body = JSON.stringify(form.body(cutText(text, form.max), target.chat_id));
  const sent = await sendTo(deps.config, opened.url, {
    method: 'POST',
    headers: { ...json, ...key },
    body,
    took: form.took,
  });
  return { missing, sent };
}

async function startCall(deps: Deps, acting: Acting, action: Call): Promise<ActOutcome> {
  const { run, index, attempts } = acting;
  const target = await findTarget(deps.db, action.destination_id);
  if (!target || target.owner_id !== run.owner_id)
    return { state: 'failed', reason: 'This chat or system does not exist any more' };
  const { sent, missing } = await send(deps, acting, target, action);
  if (sent.outcome === 'away' && attempts < ATTEMPTS_MAX)
    return {
      state: 'again',
      reason: sent.reason,
      after_ms: Math.max(RETRY_MS * 2 ** (attempts - 1), sent.retryAfterMs ?? 0),
    };
  const isDelivered = sent.outcome === 'delivered';
  return {
    state: isDelivered ? 'done' : 'failed',
    reason: isDelivered ? reportOf(missing) : sent.reason,
    async store(trx) {
      const refusal = isDelivered ? null : sent.reason;
      await noteSent(trx, target.id, refusal);
      const state = isDelivered ? ('accepted' as const) : ('failed' as const);
      const receipt = { scenario_run_id: run.scenario_run_id, index, who: target.name, state, reason: refusal };
      await insertReceipts(trx, [{ ...receipt, at: new Date() }]);
    },
  };
}

const call = {
  permit: permitCall,
  check: checkCall,
  start: (deps: Deps, _actor: Actor, acting: Acting, action: Call) => startCall(deps, acting, action),
};

export const CALL_ACTS: Acts<'chat' | 'http'> = { chat: call, http: call };
