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

const JSON_TYPE = { 'content-type': 'application/json' };

/** The same key for each attempt, by which a receiver tells that it has it already. */
const keyOf = ({ run, index }: Acting): string => `${run.scenario_run_id}:${index}`;

async function send(
  deps: Deps,
  acting: Acting,
  target: Target,
  action: Call,
): Promise<{ sent: Sent; missing: string[] }> {
  const opened = openDestination(deps, target);
  if (opened === null) {
    const reason = 'SERVICE_SECRET is another one than before';
    return { missing: [], sent: { outcome: 'refused', reason, retryAfterMs: null } };
  }
  const { variables, zone, began_at } = acting.run;
  const fill = (template: string, safe: (value: string) => string) => {
    const typed = Object.entries(variables).map(([name, value]) => [name, safe(value)]);
    return fillWritten(template, withTimes({ ...Object.fromEntries(typed), zone }, began_at));
  };
  const form = target.service === 'http' ? null : CHAT_FORMS[target.service];
  if (action.kind === 'chat' && form) {
    const { text, missing } = fill(action.text, form.calm ?? String);
    const body = JSON.stringify(form.body(cutText(text, form.max), target.chat_id));
    const headers = { ...JSON_TYPE, 'idempotency-key': keyOf(acting) };
    return { missing, sent: await sendTo(deps.config, opened.url, { method: 'POST', headers, body, took: form.took }) };
  }
  const { method, body: template } = action as ScenarioActionOf<'http'>;
  const headers = { ...JSON_TYPE, ...opened.headers, 'idempotency-key': keyOf(acting) };
  const isJson = headers['content-type'].includes('json');
  // What was typed stays within its text.
  const { text, missing } = fill(template, (value) => (isJson ? JSON.stringify(value).slice(1, -1) : value));
  const sent = text === '' || method === 'GET' ? {} : { body: text };
  return { missing, sent: await sendTo(deps.config, opened.url, { method, headers, ...sent }) };
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
