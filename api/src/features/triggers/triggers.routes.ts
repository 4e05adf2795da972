import { alertFeedsHttp } from '@belfry/schemas/http/alert-feeds';
import { HOOK_BODY_BYTES, triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { Reply } from '../../http/routes/route.ts';
import {
  canManageTriggers,
  canStartEmergencyTriggers,
  canStartTriggers,
  emergencyTargets,
  managedNodes,
  readableDevices,
  speechTargets,
} from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { findAsking } from './asking.repository.ts';
import { callTrigger, decide, readFirings, testTrigger } from './firings.service.ts';
import { listDecisions } from '../alert-feeds/index.ts';
import { receiveHook } from './hook.service.ts';
import { findInputs } from './inputs/inputs.repository.ts';
import {
  changeTrigger,
  createTrigger,
  listTriggers,
  removeTrigger,
  rotateTrigger,
  triggers,
} from './triggers.service.ts';

const MANAGED = { access: 'signed-in', policy: canManageTriggers } as const;
/** Nobody who works as somebody else prepares what acts with their rights, or gets to know a secret. */
const OWN = { ...MANAGED, ownKeyOnly: true } as const;
/** `policyOf` chooses between them by what the trigger does. */
const STARTING = {
  access: 'signed-in',
  policy: { other: canStartTriggers, emergency: canStartEmergencyTriggers },
} as const;
/** Two lists of 1,000 serials. */
const BODY_BYTES = 200_000;

/** The routes with a word come before those with {id}. */
export const triggersRoutes = [
  serve(
    triggersHttp.list,
    { access: 'signed-in', policy: { node: canManageTriggers, visible: managedNodes } },
    ({ deps, user, policy, query }) => listTriggers(deps, user, policy, query.company_id),
  ),
  serve(triggersHttp.inputs, { access: 'signed-in', policy: readableDevices }, ({ deps, user, policy }) =>
    deps.long.read(user.id, ({ db }) => findInputs(db, policy(user))),
  ),
  serve(
    triggersHttp.asking,
    { access: 'signed-in', policy: { speak: speechTargets, emergency: emergencyTargets } },
    ({ deps, user, policy }) => findAsking(deps.db, { speak: policy.speak(user), emergency: policy.emergency(user) }),
  ),
  serve(triggersHttp.confirm, { ...STARTING, audit: 'service' }, ({ deps, user, ip, params }) =>
    decide(deps, { user, ip }, { firingId: params.firing_id, verb: 'confirm' }),
  ),
  serve(triggersHttp.decline, { ...STARTING, audit: 'service' }, ({ deps, user, ip, params }) =>
    decide(deps, { user, ip }, { firingId: params.firing_id, verb: 'decline' }),
  ),
  serve(
    triggersHttp.create,
    { ...OWN, bodyLimit: BODY_BYTES, audit: 'service' },
    async ({ deps, user, ip, policy, body }) =>
      Reply.of(await createTrigger(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(triggersHttp.read, MANAGED, ({ deps, user, ip, policy, params }) =>
    triggers.read(deps.db, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(
    triggersHttp.change,
    { ...OWN, bodyLimit: BODY_BYTES, audit: 'service' },
    ({ deps, user, ip, policy, params, body }) =>
      changeTrigger(deps, { id: params.id, actor: { user, ip }, policy }, body),
  ),
  serve(triggersHttp.remove, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removeTrigger(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(triggersHttp.rotate, { ...OWN, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    rotateTrigger(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(triggersHttp.test, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    testTrigger(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(triggersHttp.start, { ...STARTING, audit: 'service' }, ({ deps, user, ip, params }) =>
    callTrigger(deps, { user, ip }, params),
  ),
  serve(triggersHttp.firings, MANAGED, ({ deps, user, ip, policy, params, query: { page, page_size } }) =>
    readFirings(
      deps,
      { id: params.id, actor: { user, ip }, policy },
      { limit: page_size, offset: (page - 1) * page_size },
    ),
  ),
  serve(
    alertFeedsHttp.alerts,
    MANAGED,
    async ({ deps: { db }, user, ip, policy, params: { id }, query: { page, page_size } }) => {
      await triggers.read(db, { id, actor: { user, ip }, policy });
      const { rows, total } = await listDecisions(db, id, { limit: page_size, offset: (page - 1) * page_size });
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(
    triggersHttp.hook,
    { access: 'public', bodyLimit: HOOK_BODY_BYTES, audit: 'service' },
    async ({ deps, params, body, ip, req: { headers } }) =>
      Reply.of(await receiveHook(deps, { hookId: params.hook_id, headers, body, ip }), { status: 202 }),
  ),
];
