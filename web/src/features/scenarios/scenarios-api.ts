import { answersHttp } from '@belfry/schemas/http/scenarios/answers';
import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { screensHttp } from '@belfry/schemas/http/scenarios/screens';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, callPage, reading } from '../../lib/api/call.ts';
import { type TextFile, withTextFile } from '../../lib/api/text-file.ts';
import { savedAs } from '../../lib/save-file.ts';

const byId = (id: number) => ({ id });
const byRun = (scenario_run_id: string) => ({ scenario_run_id });
const STALE = { providesTags: ['Live', 'Scenario'] as const };

export const scenariosApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getScenarios: build.query({ ...callFrom(scenariosHttp.list, (_all: void) => ({})), ...STALE }),
    getScenarioTiles: build.query({ ...callFrom(scenariosHttp.tiles, (_all: void) => ({})), ...STALE }),
    checkScenario: build.query({ ...callFrom(scenariosHttp.check, byId), providesTags: ['Live'] }),
    checkDraft: build.query(call(scenariosHttp.checkDraft)),
    // Each is fetched again after an error too: somebody else may have changed it, or it is gone.
    createScenario: build.mutation({ ...call(scenariosHttp.create), invalidatesTags: ['Scenario'] }),
    changeScenario: build.mutation({ ...call(scenariosHttp.change), invalidatesTags: ['Scenario'] }),
    removeScenario: build.mutation({ ...callFrom(scenariosHttp.remove, byId), invalidatesTags: ['Scenario'] }),
    startScenario: build.mutation({ ...call(scenariosHttp.start), invalidatesTags: ['Scenario'] }),
    getScenarioRuns: build.query({ ...callPage(scenarioRunsHttp.list), ...STALE }),
    getScenarioRun: build.query({
      ...callFrom(scenarioRunsHttp.read, (id: string) => ({ ...byRun(id), receipts: 'none' as const })),
      ...STALE,
    }),
    /** With all receipts, for paper. */
    getWholeRun: build.query({ ...callFrom(scenarioRunsHttp.read, byRun), providesTags: ['Scenario'] }),
    getScenarioReceipts: build.query({ ...callPage(scenarioRunsHttp.receipts), ...STALE }),
    askScenarioAgain: build.mutation({ ...callFrom(scenarioRunsHttp.askAgain, byRun), invalidatesTags: ['Scenario'] }),
    exportScenarioRun: build.mutation(
      reading(
        {
          query: (id: string) =>
            call(scenarioRunsHttp.report, { responseHandler: savedAs('scenario-run.csv') }).query(byRun(id)),
        },
        z.null(),
      ),
    ),
    confirmScenario: build.mutation({ ...callFrom(scenarioRunsHttp.confirm, byRun), invalidatesTags: ['Scenario'] }),
    declineScenario: build.mutation({ ...callFrom(scenarioRunsHttp.decline, byRun), invalidatesTags: ['Scenario'] }),
    endScenario: build.mutation({ ...callFrom(scenarioRunsHttp.end, byRun), invalidatesTags: ['Scenario'] }),
    getDestinations: build.query({ ...callFrom(destinationsHttp.list, (_all: void) => ({})), ...STALE }),
    createDestination: build.mutation({ ...call(destinationsHttp.create), invalidatesTags: ['Scenario'] }),
    changeDestination: build.mutation({ ...call(destinationsHttp.change), invalidatesTags: ['Scenario'] }),
    removeDestination: build.mutation({ ...callFrom(destinationsHttp.remove, byId), invalidatesTags: ['Scenario'] }),
    testDestination: build.mutation({ ...callFrom(destinationsHttp.test, byId), invalidatesTags: ['Scenario'] }),
    getScreens: build.query({ ...callFrom(screensHttp.list, (_all: void) => ({})), ...STALE }),
    createScreen: build.mutation({ ...call(screensHttp.create), invalidatesTags: ['Scenario'] }),
    changeScreen: build.mutation({ ...call(screensHttp.change), invalidatesTags: ['Scenario'] }),
    removeScreen: build.mutation({ ...callFrom(screensHttp.remove, byId), invalidatesTags: ['Scenario'] }),
    showScreen: build.mutation(call(screensHttp.show)),
    getContactGroups: build.query({ ...callFrom(contactGroupsHttp.list, (_all: void) => ({})), ...STALE }),
    getContacts: build.query({ ...callFrom(contactGroupsHttp.contacts, byId), ...STALE }),
    createContactGroup: build.mutation({ ...call(contactGroupsHttp.create), invalidatesTags: ['Scenario'] }),
    importContacts: build.mutation({
      ...withTextFile(
        callFrom(contactGroupsHttp.import, ({ id }: TextFile & { id: number }) => ({ id, body: '' })),
        'text/csv',
      ),
      invalidatesTags: ['Scenario'],
    }),
    removeContactGroup: build.mutation({ ...callFrom(contactGroupsHttp.remove, byId), invalidatesTags: ['Scenario'] }),
    readAsked: build.query(callFrom(answersHttp.read, (token: string) => ({ token }))),
    sendAnswer: build.mutation(call(answersHttp.send)),
  }),
});

export const {
  useGetScenariosQuery,
  useGetScenarioTilesQuery,
  useCheckScenarioQuery,
  useCheckDraftQuery,
  useCreateScenarioMutation,
  useChangeScenarioMutation,
  useRemoveScenarioMutation,
  useStartScenarioMutation,
  useGetScenarioRunsQuery,
  useGetScenarioRunQuery,
  useLazyGetWholeRunQuery,
  useGetScenarioReceiptsQuery,
  useAskScenarioAgainMutation,
  useExportScenarioRunMutation,
  useConfirmScenarioMutation,
  useDeclineScenarioMutation,
  useEndScenarioMutation,
  useGetDestinationsQuery,
  useCreateDestinationMutation,
  useChangeDestinationMutation,
  useRemoveDestinationMutation,
  useTestDestinationMutation,
  useGetScreensQuery,
  useCreateScreenMutation,
  useChangeScreenMutation,
  useRemoveScreenMutation,
  useShowScreenMutation,
  useGetContactGroupsQuery,
  useGetContactsQuery,
  useCreateContactGroupMutation,
  useImportContactsMutation,
  useRemoveContactGroupMutation,
  useReadAskedQuery,
  useSendAnswerMutation,
} = scenariosApi;
