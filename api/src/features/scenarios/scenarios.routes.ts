import { answersHttp } from '@belfry/schemas/http/scenarios/answers';
import { CONTACTS_CSV_BYTES, contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { screensHttp } from '@belfry/schemas/http/scenarios/screens';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../http/routes/route.ts';
import {
  canManageTriggers,
  canStartEmergencyTriggers,
  canStartTriggers,
  emergencyTargets,
  managedNodes,
  readableAnnouncements,
  readableNodes,
  speechTargets,
} from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { answer, readAsked } from './answers.service.ts';
import { checkDraft, checkScenario } from './check.ts';
import {
  changeContactGroup,
  createContactGroup,
  importContacts,
  listContactGroups,
  readContacts,
  removeContactGroup,
} from './contacts/contacts.service.ts';
import {
  changeDestination,
  createDestination,
  destinations,
  listDestinations,
  removeDestination,
  testDestination,
} from './destinations/destinations.service.ts';
import { askAgain, decideScenario, endScenario } from './decide.service.ts';
import { readReceipts, readRun, readRuns, reportRun } from './runs.service.ts';
import { pressScenario } from './start.service.ts';
import { findScenarioRow, findTiles } from './scenarios.repository.ts';
import { changeScenario, createScenario, listScenarios, removeScenario, scenarios } from './scenarios.service.ts';
import {
  changeScreen,
  createScreen,
  listScreens,
  removeScreen,
  screens,
  showScreen,
} from './screens/screens.service.ts';

const MANAGED = { access: 'signed-in', policy: canManageTriggers } as const;
const LISTED = { access: 'signed-in', policy: { node: canManageTriggers, visible: managedNodes } } as const;
/** Nobody who works as somebody else prepares what acts with their rights, or says where messages go. */
const OWN = { ...MANAGED, ownKeyOnly: true, audit: 'service' } as const;
/** `policyOf` chooses between them by what the scenario does. */
const STARTING = {
  access: 'signed-in',
  policy: { other: canStartTriggers, emergency: canStartEmergencyTriggers, read: readableAnnouncements },
  audit: 'service',
} as const;
const READ = { access: 'signed-in', policy: readableAnnouncements } as const;
/** Twenty actions with lists of places. */
const BODY_BYTES = 500_000;
const CONTACTS_BYTES = 2_000_000;
/** Each plans up to twenty announcements. */
const CHECKS = { hits: 20, windowSeconds: 60 };

/** The routes with a word come before those with {id}. */
export const scenariosRoutes = [
  serve(scenariosHttp.list, LISTED, ({ deps, user, policy, query }) =>
    listScenarios(deps, user, policy, query.company_id),
  ),
  serve(
    scenariosHttp.tiles,
    { access: 'signed-in', policy: { speak: speechTargets, emergency: emergencyTargets, names: readableNodes } },
    ({ deps, user, policy, query }) =>
      findTiles(
        deps.db,
        { speak: policy.speak(user), emergency: policy.emergency(user), names: policy.names(user) },
        query.company_id,
      ),
  ),
  serve(scenariosHttp.create, { ...OWN, bodyLimit: BODY_BYTES }, async ({ deps, user, ip, policy, body }) =>
    Reply.of(await createScenario(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(scenariosHttp.read, MANAGED, ({ deps, user, ip, policy, params }) =>
    scenarios.read(deps.db, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(scenariosHttp.change, { ...OWN, bodyLimit: BODY_BYTES }, ({ deps, user, ip, policy, params, body }) =>
    changeScenario(deps, { id: params.id, actor: { user, ip }, policy }, body),
  ),
  serve(scenariosHttp.remove, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removeScenario(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(
    scenariosHttp.check,
    { ...MANAGED, audit: 'none: it shows what would happen' },
    async ({ deps, user, ip, policy, params }) => {
      await countAttempt(deps, [{ key: `scenario-checks:${user.id}`, ...CHECKS }], 'Too many checks.');
      await scenarios.read(deps.db, { id: params.id, actor: { user, ip }, policy });
      const scenario = await findScenarioRow(deps.db, params.id);
      if (!scenario) throw scenarios.missing();
      return checkScenario(deps, scenario);
    },
  ),
  serve(
    scenariosHttp.checkDraft,
    { ...MANAGED, bodyLimit: BODY_BYTES, audit: 'none: it shows what would happen' },
    async ({ deps, user, policy, body }) => {
      await countAttempt(deps, [{ key: `scenario-checks:${user.id}`, ...CHECKS }], 'Too many checks.');
      return checkDraft(deps, user, policy, body);
    },
  ),
  serve(scenariosHttp.start, STARTING, ({ deps, user, ip, params, body, req }) => {
    const key = req.headers['idempotency-key'];
    return pressScenario(
      deps,
      { user, ip },
      { ...body, id: params.id, key: typeof key === 'string' ? key : undefined },
    );
  }),
  serve(scenarioRunsHttp.list, READ, ({ deps, user, policy, query: { page, page_size, scenario_id } }) =>
    readRuns(deps, policy(user), { limit: page_size, offset: (page - 1) * page_size, scenarioId: scenario_id }),
  ),
  serve(scenarioRunsHttp.read, READ, ({ deps, user, policy, params, query }) =>
    readRun(deps, user, { runId: params.scenario_run_id, owners: policy(user), whole: query.receipts === 'all' }),
  ),
  serve(scenarioRunsHttp.receipts, READ, ({ deps, user, policy, params, query: { page, page_size, index, only } }) =>
    readReceipts(deps, user, {
      runId: params.scenario_run_id,
      owners: policy(user),
      limit: page_size,
      offset: (page - 1) * page_size,
      index,
      only,
    }),
  ),
  serve(scenarioRunsHttp.askAgain, STARTING, async ({ deps, user, ip, params }) =>
    Reply.of(await askAgain(deps, { user, ip }, params.scenario_run_id), { status: 202 }),
  ),
  serve(scenarioRunsHttp.report, READ, async ({ deps, user, policy, params }) =>
    Reply.chunks(
      await reportRun(deps, user, { runId: params.scenario_run_id, owners: policy(user) }),
      'text/csv; charset=utf-8',
      { headers: { 'Content-Disposition': `attachment; filename="scenario-${params.scenario_run_id}.csv"` } },
    ),
  ),
  // Who works as somebody else is no second person.
  serve(scenarioRunsHttp.confirm, { ...STARTING, ownKeyOnly: true }, ({ deps, user, ip, policy, params }) =>
    decideScenario(deps, { user, ip }, { runId: params.scenario_run_id, owners: policy.read(user), verb: 'confirm' }),
  ),
  serve(scenarioRunsHttp.decline, STARTING, ({ deps, user, ip, policy, params }) =>
    decideScenario(deps, { user, ip }, { runId: params.scenario_run_id, owners: policy.read(user), verb: 'decline' }),
  ),
  serve(scenarioRunsHttp.end, STARTING, ({ deps, user, ip, params }) =>
    endScenario(deps, { user, ip }, params.scenario_run_id),
  ),
  serve(destinationsHttp.list, LISTED, ({ deps, user, policy, query }) =>
    listDestinations(deps, user, policy, query.company_id),
  ),
  serve(destinationsHttp.create, OWN, async ({ deps, user, ip, policy, body }) =>
    Reply.of(await createDestination(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(destinationsHttp.read, MANAGED, ({ deps, user, ip, policy, params }) =>
    destinations.read(deps.db, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(destinationsHttp.change, OWN, ({ deps, user, ip, policy, params, body }) =>
    changeDestination(deps, { id: params.id, actor: { user, ip }, policy }, body),
  ),
  serve(destinationsHttp.remove, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removeDestination(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(
    destinationsHttp.test,
    { ...MANAGED, audit: 'destination.test of destination' },
    ({ deps, user, ip, policy, params }) => testDestination(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(screensHttp.list, LISTED, ({ deps, user, policy, query }) => listScreens(deps, user, policy, query.company_id)),
  serve(screensHttp.create, OWN, async ({ deps, user, ip, policy, body }) =>
    Reply.of(await createScreen(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(screensHttp.read, MANAGED, ({ deps, user, ip, policy, params }) =>
    screens.read(deps.db, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(screensHttp.change, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params, body }) =>
    changeScreen(deps, { id: params.id, actor: { user, ip }, policy }, body),
  ),
  serve(screensHttp.remove, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removeScreen(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(screensHttp.show, { access: 'public', audit: 'none: it shows a display' }, ({ deps, ip, body }) =>
    showScreen(deps, { ...body, ip }),
  ),
  serve(contactGroupsHttp.list, LISTED, ({ deps, user, policy, query }) =>
    listContactGroups(deps, user, policy, query.company_id),
  ),
  serve(contactGroupsHttp.create, { ...MANAGED, audit: 'service' }, async ({ deps, user, ip, policy, body }) =>
    Reply.of(await createContactGroup(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(contactGroupsHttp.contacts, MANAGED, ({ deps, user, ip, policy, params }) =>
    readContacts(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(
    contactGroupsHttp.change,
    { ...MANAGED, bodyLimit: CONTACTS_BYTES, audit: 'service' },
    ({ deps, user, ip, policy, params, body }) =>
      changeContactGroup(deps, { id: params.id, actor: { user, ip }, policy }, body),
  ),
  serve(
    contactGroupsHttp.import,
    { ...MANAGED, bodyLimit: CONTACTS_CSV_BYTES, audit: 'service' },
    ({ deps, user, ip, policy, params, body }) =>
      importContacts(deps, { id: params.id, actor: { user, ip }, policy }, body),
  ),
  serve(contactGroupsHttp.remove, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removeContactGroup(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(answersHttp.read, { access: 'public', audit: 'none: it shows what a link asks' }, ({ deps, ip, body }) =>
    readAsked(deps, { ...body, ip }),
  ),
  serve(answersHttp.send, { access: 'public', audit: 'none: the run has the answer' }, ({ deps, ip, body }) =>
    answer(deps, { ...body, ip }),
  ),
];
